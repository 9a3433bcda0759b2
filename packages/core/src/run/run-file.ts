import { HoldpointError } from "../contracts/errors.ts";
import type { RunEvent } from "../contracts/run-event.ts";
import { isObject } from "../primitives/is-object.ts";
import { hashJson } from "../primitives/sha256.ts";
import type { RequestRecord, RunCommand, RunRecord, TurnRecord } from "./journal.ts";
import { isCommandShape, isEventShape, isRequestShape, isRunShape, isTurnShape } from "./record-shapes.ts";

/** The version of the file. History: 1 — first release. */
export const RUN_FILE_VERSION = 1;

/** One run in a file: all the store holds of it, attachments inside. */
export interface ExportedRun {
  readonly record: RunRecord;
  readonly turns: readonly TurnRecord[];
  readonly tail: readonly RunEvent[];
  /** Those that are not settled. */
  readonly requests: readonly RequestRecord[];
  readonly commands: readonly RunCommand[];
}

/** Bytes in a file. */
export interface ExportedBlob {
  readonly mimeType: string;
  /** Padded base64. */
  readonly data: string;
}

/** Runs as one portable JSON file. Keys, tokens and header values were never in a run, so they are not in here. */
export interface RunFile {
  readonly format: "holdpoint.runs";
  readonly v: number;
  /** Milliseconds since the epoch. */
  readonly exportedAt: number;
  /** Sub-agents' runs follow the run they work for. */
  readonly runs: readonly ExportedRun[];
  /** By SHA-256 of the bytes. */
  readonly blobs: Readonly<Record<string, ExportedBlob>>;
  /** SHA-256 of the canonical JSON of all the rest: tells an accident from a file, not a forger from a friend. */
  readonly digest: string;
}

/** The digest a file carries. */
export function fileDigest({
  digest: _digest,
  ...rest
}: Omit<RunFile, "digest"> & { digest?: string }): Promise<string> {
  return hashJson(rest);
}

/**
 * Reads what may be a run file: a stranger's until it has been looked at whole.
 *
 * @throws HoldpointError `invalid-file` with the path of what is wrong; `store-newer` for a later version.
 */
export async function readRunFile(value: unknown): Promise<RunFile> {
  if (!isObject(value) || value.format !== "holdpoint.runs") throw invalid("format", "this is no file of runs");
  if (!Number.isSafeInteger(value.v)) throw invalid("v", "it names no version");
  if ((value.v as number) > RUN_FILE_VERSION) {
    throw new HoldpointError(
      "store-newer",
      `The file was written by a newer version (${String(value.v)}, readable is ${RUN_FILE_VERSION}). Update this app.`,
    );
  }
  if (!Array.isArray(value.runs)) throw invalid("runs", "it must be a list");
  if (!isObject(value.blobs)) throw invalid("blobs", "it must be an object");
  value.runs.forEach((run: unknown, index) => {
    checkRun(run, `runs[${index}]`);
  });
  for (const [hash, blob] of Object.entries(value.blobs)) {
    const isWhole = isObject(blob) && typeof blob.mimeType === "string" && typeof blob.data === "string";
    if (!/^[0-9a-f]{64}$/.test(hash) || !isWhole) throw invalid(`blobs.${hash.slice(0, 80)}`, "it holds no bytes");
  }
  const file = value as unknown as RunFile;
  if (file.digest !== (await digestOf(file))) {
    throw invalid("digest", "the file was changed after it was written, or is cut off");
  }
  return file;
}

async function digestOf(file: RunFile): Promise<string> {
  try {
    return await fileDigest(file);
  } catch (error) {
    if (error instanceof RangeError) throw invalid("runs", "it is nested too deep");
    throw error;
  }
}

function checkRun(run: unknown, path: string): void {
  if (!isObject(run)) throw invalid(path, "it must be an object");
  const { record } = run;
  if (!isRunShape(record)) throw invalid(`${path}.record`, "it is no run");
  for (const name of ["turns", "tail", "requests", "commands"]) {
    const list = run[name];
    if (!Array.isArray(list)) throw invalid(`${path}.${name}`, "it must be a list");
    list.forEach((entry: unknown, index) => {
      if (!isEntry[name]?.(entry, record.runId)) throw invalid(`${path}.${name}[${index}]`, "it does not belong here");
    });
  }
}

const isEntry: Readonly<Record<string, (entry: unknown, runId: unknown) => boolean>> = {
  turns: (entry, runId) => isTurnShape(entry) && isOf(entry, runId),
  tail: (entry, runId) => isEventShape(entry) && isOf(entry, runId),
  requests: (entry, runId) => isRequestShape(entry) && isOf(entry, runId) && !isOver(entry),
  commands: isCommandShape,
};

function isOf(entry: unknown, runId: unknown): boolean {
  return isObject(entry) && entry.runId === runId;
}

/** A file holds no Requests that are settled. */
function isOver(request: unknown): boolean {
  return isObject(request) && (request.state === "settled" || request.state === "closed");
}

function invalid(path: string, problem: string): HoldpointError {
  return new HoldpointError("invalid-file", `The file was refused at ${path}: ${problem}. Nothing was imported.`, {
    path,
  });
}
