/** Longer paths are shortened: whoever names the keys of hostile data, or nests it, would write our errors. */
const MAX_PATH = 300;

/** A path as it stands in an error: one that is very long keeps its start and its end. */
export function shortPath(path: string): string {
  return path.length <= MAX_PATH ? path : `${path.slice(0, MAX_PATH - 100)}…${path.slice(-100)}`;
}
