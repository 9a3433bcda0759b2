import type { TurnContent } from "../contracts/content.ts";
import { HoldpointError } from "../contracts/errors.ts";
import type { TurnPart } from "../contracts/turn.ts";
import type { RunPast } from "./create-run.ts";
import type { BlobRecord, JournalStore, RunRecord, TurnRecord } from "./journal.ts";
import type { Prompt } from "./message-parts.ts";

/**
 * What a branch takes along: the turns before the one that is said anew. They are copied, so that every branch is a run
 * like any other: it lasts when the one it came from is removed. Bytes are kept by content, so they are not.
 *
 * @throws HoldpointError `invalid-argument` when the turn is no message of a person
 */
export async function pastOf(
  store: JournalStore,
  record: RunRecord,
  turn: number,
  prompt: Prompt | undefined,
): Promise<{ readonly past: RunPast; readonly message: Prompt | readonly TurnPart[] }> {
  const records = await store.loadTurns(record.runId, turn + 1, turn + 1);
  const said = records.at(-1);
  if (said?.index !== turn || said.turn.role !== "USER") {
    throw new HoldpointError(
      "invalid-argument",
      `Turn ${turn} of run ${record.runId} is no message of a person, so it cannot be said anew.`,
      { path: "turn" },
    );
  }
  const turns = records.slice(0, -1);
  const { context } = record;
  const message = typeof prompt === "string" ? withText(said.turn.parts, prompt) : (prompt ?? said.turn.parts);
  const past: RunPast = {
    turns,
    blobs: await blobsOf(store, prompt === undefined || typeof prompt === "string" ? records : turns),
    forkedFrom: await originOf(store, record, turn),
    ...(context !== undefined && context.from <= turn && { context }),
  };
  return { past, message };
}

/** Other words with what was attached. */
function withText(parts: readonly TurnPart[], text: string): readonly TurnPart[] {
  const attached = parts.filter((part) => part.kind === "CONTENT" && part.content.type !== "text");
  return text === "" && attached.length > 0 ? attached : [{ kind: "TEXT", text }, ...attached];
}

/** A branch belongs to the run that first had the turn it goes away from, however many branches lie between. */
async function originOf(store: JournalStore, record: RunRecord, turn: number): Promise<RunPast["forkedFrom"]> {
  const root = record.forkedFrom?.root ?? record.runId;
  let origin: RunRecord = record;
  while (origin.forkedFrom !== undefined && turn <= origin.forkedFrom.turn) {
    const above = await store.getRun(origin.forkedFrom.runId);
    if (above === undefined) return { runId: origin.forkedFrom.runId, turn, root };
    origin = above;
  }
  return { runId: origin.runId, turn, root };
}

/** What turns refer to: a branch holds on to it by itself. */
async function blobsOf(store: JournalStore, turns: readonly TurnRecord[]): Promise<readonly BlobRecord[]> {
  const contents = turns.flatMap(({ turn }) => turn.parts.flatMap(contentsOf));
  const hashes = new Set(contents.flatMap((content) => ("blob" in content ? [content.blob] : [])));
  const found = await Promise.all([...hashes].map(async (hash) => ({ hash, blob: await store.getBlob(hash) })));
  return found.flatMap(({ hash, blob }) => (blob === undefined ? [] : [{ hash, blob }]));
}

function contentsOf(part: TurnPart): readonly TurnContent[] {
  if (part.kind === "CONTENT") return [part.content];
  return part.kind === "TOOL_RESULT" ? (part.parts ?? []) : [];
}
