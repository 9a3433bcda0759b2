import type { JsonObject } from "../contracts/json.ts";
import type { RunResult, ToolCallRecord } from "../contracts/run.ts";
import type { RunFact } from "../contracts/run-event.ts";
import type { ToolResultPart, Turn } from "../contracts/turn.ts";
import { addUsage, NO_USAGE, type Usage } from "../contracts/usage.ts";
import type { LoopEnd } from "../loop/loop.ts";
import { modelText } from "../loop/result-part.ts";
import { type CallSlot, modelTurns, type Transcript } from "../loop/transcript.ts";
import type { Wire } from "../wire/wire.ts";
import type { Fold } from "./fold.ts";

/** What one run did, beside its transcript: its own model calls, usage and calls, not those of a given history. */
export interface RunTotals {
  readonly turns: number;
  readonly usage: Usage;
  /** Calls that got their result, as they got it. */
  readonly finished: readonly { readonly args: JsonObject; readonly result: ToolResultPart }[];
  readonly text: string;
}

/** Facts → what a run did. */
export const resultFold: Fold<RunTotals> = {
  initial: { turns: 0, usage: NO_USAGE, finished: [], text: "" },
  step(totals: RunTotals, fact: RunFact): RunTotals {
    switch (fact.type) {
      case "turn.started":
        return fact.role === "ASSISTANT" ? { ...totals, turns: totals.turns + 1 } : totals;
      case "usage.added":
        return { ...totals, usage: addUsage(totals.usage, fact.usage) };
      case "request.raised":
        return fact.usage === undefined ? totals : { ...totals, usage: addUsage(totals.usage, fact.usage) };
      case "call.finished":
        return {
          ...totals,
          usage: fact.usage === undefined ? totals.usage : addUsage(totals.usage, fact.usage),
          finished: [...totals.finished, { args: fact.args, result: fact.result }],
        };
      case "run.finished":
        return { ...totals, text: fact.text };
      default:
        return totals;
    }
  },
};

/** The `RunResult` of a run that came to rest (contract §8, §10). */
export async function toRunResult(
  totals: RunTotals,
  end: LoopEnd,
  wire: Pick<Wire, "model" | "toMessages">,
): Promise<RunResult> {
  const { turns, usage, finished } = totals;
  const halted = end.status === "paused" ? haltedTurn(end.transcript) : undefined;
  const records = new Map(finished.map(({ args, result }) => [result.callId, toRecord(args, result)]));
  if (halted !== undefined) {
    const { slot, placeholder } = halted;
    records.set(slot.call.callId, toRecord(slot.args, placeholder));
  }
  const transcript = [...end.transcript.turns, ...(halted ? [halted.turn] : [])];
  const toolCalls = transcript.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.kind === "TOOL_RESULT" ? (records.get(part.callId) ?? []) : [])),
  );
  return {
    text: halted?.request.prompt ?? totals.text,
    messages: await wire.toMessages([...modelTurns(end.transcript), ...(halted ? [halted.turn] : [])]),
    toolCalls,
    toolCallCount: toolCalls.length,
    turns,
    usage,
    model: wire.model,
    status: end.status === "paused" ? "pending" : end.status,
    ...(end.limit !== undefined && { limit: end.limit }),
    ...(halted && { pending: halted.request }),
  };
}

/**
 * The results turn of a halted run (contract §10): what finished, and the placeholder of the first suspension in call
 * order. Placeholders of other suspensions never enter.
 */
function haltedTurn({ open }: Transcript) {
  const slots = open?.slots ?? [];
  const slot = slots.find(({ state }) => state === "asking");
  const request = slot?.raised?.request;
  if (slot === undefined || request === undefined) return undefined;
  const placeholder = placeholderPart(slot, slot.placeholder ?? request.prompt);
  const parts = slots.flatMap((each) => (each === slot ? [placeholder] : (each.result ?? [])));
  const turn: Turn = { role: "TOOL", parts };
  return { slot, request, placeholder, turn };
}

function placeholderPart({ call }: CallSlot, prompt: string): ToolResultPart {
  const { callId, toolName } = call;
  return { kind: "TOOL_RESULT", callId, toolName, output: prompt, isError: true, placeholder: true };
}

function toRecord(args: JsonObject, result: ToolResultPart): ToolCallRecord {
  return {
    name: result.toolName,
    args,
    output: modelText(result),
    isError: result.isError === true,
    ...(result.metadata && { metadata: result.metadata }),
  };
}
