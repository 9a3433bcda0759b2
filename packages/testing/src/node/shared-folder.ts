import { statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * The folder with the reference cases and media that do not ship in the repository: `HOLDPOINT_SHARED` when set, else
 * `shared` beside the repository.
 *
 * @returns its absolute path, `undefined` when there is none. A suite then says so in one line and runs what ships.
 */
export function sharedFolder(): string | undefined {
  const wanted = process.env.HOLDPOINT_SHARED;
  if (wanted !== undefined && wanted !== "") return isFolder(wanted) ? wanted : undefined;
  const root = repositoryRoot();
  if (root === undefined) return undefined;
  const beside = join(dirname(root), "shared");
  return isFolder(beside) ? beside : undefined;
}

/** The nearest folder above this file with a lock file: `packages/testing` has none, the repository has one. */
function repositoryRoot(): string | undefined {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (folder !== dirname(folder)) {
    if (statSync(join(folder, "package-lock.json"), { throwIfNoEntry: false })) return folder;
    folder = dirname(folder);
  }
  return undefined;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
