import type { RunFact } from "../contracts/run-event.ts";
import type { TurnPart } from "../contracts/turn.ts";
import { type Agent, type AgentElsewhere, isDrivenHere } from "./agent.ts";
import {
  type BlobRecord,
  type JournalStore,
  RECORD_VERSION,
  type RunParent,
  type RunRecord,
  type TurnRecord,
} from "./journal.ts";
import { partsApart } from "./keep-apart.ts";
import { messageParts, type Prompt } from "./message-parts.ts";
import { newRunRecord, stepRunRecord } from "./run-record.ts";
import { bytesOfTurns } from "./turn-bytes.ts";

/** What a branch begins with. */
export interface RunPast extends Required<Pick<RunRecord, "forkedFrom">>, Pick<RunRecord, "context"> {
  /** Of the run it comes from. */
  readonly turns: readonly TurnRecord[];
  readonly blobs: readonly BlobRecord[];
}

/** What a person says, its bytes apart. */
export async function messageApart(prompt: Prompt) {
  return partsApart(await messageParts(prompt));
}

/** Writes a new run with its first message, in one step: it exists with what it is for, or not at all. */
export async function createRun(
  store: JournalStore,
  options: {
    readonly runId: string;
    readonly agent: Agent | AgentElsewhere;
    readonly prompt: Prompt | readonly TurnPart[];
    readonly at: number;
    readonly parent?: RunParent;
    readonly past?: RunPast;
  },
): Promise<void> {
  const { runId, agent, prompt, at, parent, past } = options;
  const { name } = agent;
  const { model = "" } = isDrivenHere(agent) ? agent.client.wire : agent;
  const { value: parts, blobs } = isTurn(prompt) ? await partsApart(prompt) : await messageApart(prompt);
  const turn = past?.turns.length ?? 0;
  const facts: readonly RunFact[] = [
    { type: "run.started", agent: name, model },
    { type: "turn.started", turn, role: "USER" },
    { type: "turn.finished", turn, role: "USER", parts },
  ];
  const events = facts.map((fact, seq) => ({ ...fact, runId, seq, at }));
  const fresh = newRunRecord({ runId, agent: name, model, message: parts, at });
  const record = events.reduce(stepRunRecord, {
    ...fresh,
    ...(parent && { parent }),
    ...(past && { forkedFrom: past.forkedFrom }),
    ...(past?.context && { context: past.context }),
  });
  const said = { v: RECORD_VERSION, runId, index: turn, at, turn: { role: "USER", parts } as const };
  const turns = [...(past?.turns ?? []).map((before) => ({ ...before, runId })), said];
  await store.create({
    runId,
    epoch: 0,
    events,
    record: { ...record, bytes: bytesOfTurns(turns) },
    turns,
    blobs: [...(past?.blobs ?? []), ...blobs],
    strict: true,
  });
}

/** Parts of a turn have a kind, those of a prompt a type. */
function isTurn(prompt: Prompt | readonly TurnPart[]): prompt is readonly TurnPart[] {
  return typeof prompt !== "string" && prompt.length > 0 && prompt.every((part) => "kind" in part);
}
