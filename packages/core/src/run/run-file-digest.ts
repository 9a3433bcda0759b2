import { base64ToBytes } from "../primitives/base64.ts";
import { isObject } from "../primitives/is-object.ts";
import { hashBytes, hashJson } from "../primitives/sha256.ts";
import { type ExportedRun, RUN_LISTS, type RunDigests, type RunFile } from "./run-file.ts";

/** The digest a file carries: SHA-256 of the canonical JSON of all the rest. */
export function fileDigest({
  digest: _digest,
  ...rest
}: Omit<RunFile, "digest"> & { digest?: string }): Promise<string> {
  return hashJson(rest);
}

/** The digests of a run's pieces. */
export async function runDigests(run: ExportedRun): Promise<RunDigests> {
  const ofList = async (name: (typeof RUN_LISTS)[number]) => [name, await Promise.all(run[name].map(shortHash))];
  return {
    record: await shortHash(run.record),
    ...Object.fromEntries(await Promise.all(RUN_LISTS.map(ofList))),
  } as RunDigests;
}

/** Where a file whose digest does not fit was changed, as a path; `digest` where its pieces do not tell. */
export async function findChange(file: RunFile): Promise<string> {
  const { runs, blobs } = file;
  const digests: readonly unknown[] = Array.isArray(file.digests) ? file.digests : [];
  if (digests.length !== runs.length) return digests.length === 0 ? "digest" : "runs";
  for (const [index, run] of runs.entries()) {
    const written = digests[index];
    const found = await runDigests(run);
    if (!isObject(written)) return "digests";
    if (written.record !== found.record) return `runs[${index}].record`;
    for (const name of RUN_LISTS) {
      const list = Array.isArray(written[name]) ? written[name] : [];
      const at = found[name].findIndex((digest, position) => digest !== list[position]);
      if (at >= 0) return `runs[${index}].${name}[${at}]`;
      if (list.length !== found[name].length) return `runs[${index}].${name}`;
    }
  }
  for (const [hash, { data }] of Object.entries(blobs)) {
    if ((await bytesOf(hash, data)) === undefined) return `blobs.${hash}`;
  }
  return "digest";
}

/** The bytes a file holds under a hash; `undefined` where they are others, or none. */
export async function bytesOf(hash: string, data: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    const bytes = base64ToBytes(data);
    return (await hashBytes(bytes)) === hash ? bytes : undefined;
  } catch (error) {
    if (error instanceof DOMException) return undefined;
    throw error;
  }
}

async function shortHash(value: unknown): Promise<string> {
  return (await hashJson(value)).slice(0, 8);
}
