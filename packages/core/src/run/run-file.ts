import type { RunEvent } from "../contracts/run-event.ts";
import type { RequestRecord, RunCommand, RunRecord, TurnRecord } from "./journal.ts";

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

/** The lists of a run in a file. */
export const RUN_LISTS = ["turns", "tail", "requests", "commands"] as const;

/** What tells which piece of a run was changed: the first 8 hex digits of the SHA-256 of each. */
export type RunDigests = Readonly<{ record: string } & Record<(typeof RUN_LISTS)[number], readonly string[]>>;

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
  /** Of each run, so that a change can be named. */
  readonly digests: readonly RunDigests[];
  /** SHA-256 of the canonical JSON of all the rest: tells an accident from a file, not a forger from a friend. */
  readonly digest: string;
}
