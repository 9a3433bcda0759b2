import type { RunFact } from "../contracts/run-event.ts";
import { type Agent, type AgentElsewhere, isDrivenHere } from "./agent.ts";
import { type JournalStore, RECORD_VERSION, type RunParent, type TurnRecord } from "./journal.ts";
import { partsApart } from "./keep-apart.ts";
import { messageParts, type Prompt } from "./message-parts.ts";
import { newRunRecord, stepRunRecord } from "./run-record.ts";
import { bytesOfTurns } from "./turn-bytes.ts";

/** Writes a new run with its first message, in one step: it exists with what it is for, or not at all. */
export async function createRun(
  store: JournalStore,
  options: {
    readonly runId: string;
    readonly agent: Agent | AgentElsewhere;
    readonly prompt: Prompt;
    readonly at: number;
    readonly parent?: RunParent;
  },
): Promise<void> {
  const { runId, agent, prompt, at, parent } = options;
  const { name } = agent;
  const { model = "" } = isDrivenHere(agent) ? agent.client.wire : agent;
  const { value: parts, blobs } = await partsApart(await messageParts(prompt));
  const facts: readonly RunFact[] = [
    { type: "run.started", agent: name, model },
    { type: "turn.started", turn: 0, role: "USER" },
    { type: "turn.finished", turn: 0, role: "USER", parts },
  ];
  const events = facts.map((fact, seq) => ({ ...fact, runId, seq, at }));
  const fresh = newRunRecord({ runId, agent: name, model, message: parts, at });
  const record = events.reduce(stepRunRecord, parent === undefined ? fresh : { ...fresh, parent });
  const turns: readonly TurnRecord[] = [{ v: RECORD_VERSION, runId, index: 0, at, turn: { role: "USER", parts } }];
  await store.create({
    runId,
    epoch: 0,
    events,
    record: { ...record, bytes: bytesOfTurns(turns) },
    turns,
    blobs,
    strict: true,
  });
}
