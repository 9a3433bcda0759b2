import { HoldpointError } from "../contracts/errors.ts";
import { isObject } from "../primitives/is-object.ts";
import { findUnstorable } from "../primitives/plain-data.ts";
import { RECORD_VERSION, type RunRecord } from "./journal.ts";
import { type ExportedRun, RUN_FILE_VERSION, RUN_LISTS, type RunFile } from "./run-file.ts";
import { fileDigest, findChange } from "./run-file-digest.ts";
import {
  commandShape,
  eventShape,
  isHash,
  recordShape,
  requestShape,
  type Shape,
  type ShapeFault,
  turnShape,
} from "./run-file-shape.ts";

/**
 * Reads what may be a run file: a stranger's until it has been looked at whole.
 *
 * @throws HoldpointError `invalid-file` with the path of what is wrong; `store-newer` for a later version.
 */
export async function readRunFile(value: unknown): Promise<RunFile> {
  if (!isObject(value) || value.format !== "holdpoint.runs") throw invalid("format", "this is no file of runs");
  if (!Number.isSafeInteger(value.v)) throw invalid("v", "it names no version");
  checkNotNewer(value.v as number, RUN_FILE_VERSION);
  if (!Array.isArray(value.runs)) throw invalid("runs", "it must be a list");
  if (!isObject(value.blobs)) throw invalid("blobs", "it must be an object");
  const deep = findUnstorable(value);
  if (deep !== undefined) throw invalid(deep.path, `it holds ${deep.what}`);
  for (const [index, run] of value.runs.entries()) {
    const fault = checkRun(run, `runs[${index}]`);
    if (fault !== undefined) throw invalid(fault.path, fault.problem);
    const { record, turns, requests } = run as ExportedRun;
    for (const { v } of [record, ...turns, ...requests]) checkNotNewer(v, RECORD_VERSION);
  }
  for (const [hash, blob] of Object.entries(value.blobs)) {
    const isWhole = isObject(blob) && typeof blob.mimeType === "string" && typeof blob.data === "string";
    if (!isHash(hash) || !isWhole) throw invalid(`blobs.${hash.slice(0, 80)}`, "it holds no bytes");
  }
  const file = value as unknown as RunFile;
  if (file.digest !== (await digestOf(file))) {
    throw invalid(await findChange(file), "the file was changed after it was written, or is cut off");
  }
  return file;
}

/** Nothing is brought in that could not be read afterwards. */
function checkNotNewer(version: number, readable: number): void {
  if (version <= readable) return;
  throw new HoldpointError(
    "store-newer",
    `The file was written by a newer version (${version}, readable is ${readable}). Nothing was imported. Update this app.`,
  );
}

async function digestOf(file: RunFile): Promise<string> {
  try {
    return await fileDigest(file);
  } catch (error) {
    if (error instanceof TypeError) throw invalid("digest", `it was not read from JSON: ${error.message}`);
    throw error;
  }
}

const SHAPES: Readonly<Record<(typeof RUN_LISTS)[number], Shape>> = {
  turns: turnShape,
  tail: eventShape,
  requests: requestShape,
  commands: commandShape,
};

function checkRun(run: unknown, path: string): ShapeFault | undefined {
  if (!isObject(run)) return { path, problem: "it must be an object" };
  const fault = recordShape(run.record, `${path}.record`);
  if (fault !== undefined) return fault;
  const { runId } = run.record as RunRecord;
  for (const name of RUN_LISTS) {
    const list = run[name];
    if (!Array.isArray(list)) return { path: `${path}.${name}`, problem: "it must be a list" };
    for (const [index, entry] of list.entries()) {
      const at = `${path}.${name}[${index}]`;
      const wrong = SHAPES[name](entry, at);
      if (wrong !== undefined) return wrong;
      if (name !== "commands" && entry.runId !== runId) return { path: at, problem: "it is of another run" };
      if (name === "requests" && entry.requestId !== entry.request.id) return { path: at, problem: "it has two ids" };
    }
  }
  return undefined;
}

/** The refusal of a file. */
export function invalid(path: string, problem: string): HoldpointError {
  return new HoldpointError("invalid-file", `The file was refused at ${path}: ${problem}. Nothing was imported.`, {
    path,
  });
}
