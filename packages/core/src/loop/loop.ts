import { HoldpointError, toErrorRecord } from "../contracts/errors.ts";
import type { RunFact, RunLimit } from "../contracts/run-event.ts";
import type { TurnPart } from "../contracts/turn.ts";
import { reachedLimit } from "./budget.ts";
import { type LoopContext, type LoopOptions, record, takeHeld } from "./loop-context.ts";
import { modelStep } from "./model-step.ts";
import { modelText } from "./result-part.ts";
import { toolStep } from "./tool-step.ts";
import { callsOf, nextTurnIndex, openSlots, stepTranscript, type Transcript } from "./transcript.ts";

/** How the loop came to rest. */
export interface LoopEnd {
  readonly status: "done" | "paused" | "incomplete";
  readonly limit?: RunLimit;
  /** All the loop knew when it stopped. */
  readonly transcript: Transcript;
}

/**
 * The loop: ask the model, run its calls, feed the results back, until there is nothing to run. The one loop: a
 * client run, a stream, a durable run and every resume are this function with another `emit` and another beginning.
 *
 * It goes on from wherever `options.transcript` stands: after a message, in the middle of a turn's calls, or after a
 * model call that was cut off (which is asked again).
 *
 * @param message - a person's message to begin with, where there is one.
 * @throws what stopped it: `EndpointError`, a hook's error, the signal's reason, a store's refusal. The fact
 * (`run.failed`, `run.cancelled`) has been recorded, where it still could be.
 */
export async function runLoop(options: LoopOptions, message?: readonly TurnPart[]): Promise<LoopEnd> {
  const stop = new AbortController();
  const context: LoopContext = {
    ...options,
    calls: 0,
    stop,
    active: AbortSignal.any([options.signal, stop.signal]),
  };
  try {
    options.signal.throwIfAborted();
    if (message !== undefined) await recordMessage(context, message);
    return await advance(context);
  } catch (error) {
    await recordStop(context, error);
    throw error;
  }
}

async function advance(context: LoopContext): Promise<LoopEnd> {
  for (;;) {
    context.active.throwIfAborted();
    const { transcript } = context;
    const last = transcript.turns.at(-1);
    if (openSlots(transcript).length > 0 || callsOf(last).length > 0 || transcript.open?.role === "TOOL") {
      if ((await toolStep(context)) === "paused") return { status: "paused", transcript: context.transcript };
      continue;
    }
    const text = endText(transcript);
    if (text !== undefined) return finish(context, "done", text);
    const limit = reachedLimit(context.stopRules, transcript) ?? context.spend?.reached(context.clock.now());
    if (limit !== undefined) return finish(context, "incomplete", lastAssistantText(transcript), [], limit);
    const settling = await modelStep(context);
    // Whether the answer is the last word is known before it is written: then both are one step.
    const lastText = endText(settling.reduce(stepTranscript, takeHeld(context)));
    if (lastText !== undefined) return finish(context, "done", lastText, settling);
    await record(context, ...settling);
  }
}

/** The text a run ends with, where nothing is left to run or to ask. */
function endText(transcript: Transcript): string | undefined {
  const last = transcript.turns.at(-1);
  if (callsOf(last).length > 0) return undefined;
  if (transcript.endedBy !== undefined) return lastAssistantText(transcript) || modelText(transcript.endedBy);
  // `pause_turn`: the provider broke off a long turn of its own tools and wants it sent back to go on.
  return last?.role === "ASSISTANT" && last.finishReason !== "pause_turn" ? textOf(last.parts) : undefined;
}

async function finish(
  context: LoopContext,
  status: "done" | "incomplete",
  text: string,
  settling: readonly RunFact[] = [],
  limit?: RunLimit,
): Promise<LoopEnd> {
  const reached = limit !== undefined && { limit };
  await record(context, ...settling, { type: "run.finished", status, text, ...reached });
  return { status, ...reached, transcript: context.transcript };
}

/** A person's message becomes a settled `USER` turn. */
async function recordMessage(context: LoopContext, parts: readonly TurnPart[]): Promise<void> {
  const turn = nextTurnIndex(context.transcript);
  await record(
    context,
    { type: "turn.started", turn, role: "USER" },
    { type: "turn.finished", turn, role: "USER", parts },
  );
}

async function recordStop(context: LoopContext, error: unknown): Promise<void> {
  // A store that refuses cannot take the news of it either; the run stays as it was last written.
  if (HoldpointError.is(error) && error.name === "StoreError") return;
  const cancelled = context.signal.aborted && !isTimeout(context.signal.reason);
  if (!cancelled) return record(context, { type: "run.failed", error: toErrorRecord(error) });
  await keepText(context);
  await record(context, { type: "run.cancelled", ...reasonOf(context.signal.reason) });
}

/** What a person had read of an answer when they stopped it stays; calls that were not yet whole never were. */
async function keepText(context: LoopContext): Promise<void> {
  const { open } = takeHeld(context);
  const parts = open?.role === "ASSISTANT" ? open.parts.filter((part) => part?.kind === "TEXT") : [];
  if (open === undefined || parts.length === 0) return;
  const finishReason = "cancelled";
  await record(context, { type: "turn.finished", turn: open.index, role: "ASSISTANT", parts, finishReason });
}

function isTimeout(reason: unknown): boolean {
  return (
    (reason as { name?: unknown } | undefined)?.name === "TimeoutError" ||
    (HoldpointError.is(reason) && reason.code === "timeout")
  );
}

function reasonOf(reason: unknown): { reason?: string } {
  return typeof reason === "string" ? { reason } : {};
}

/** The text of a turn: its text parts, joined without a separator. */
export function textOf(parts: readonly TurnPart[]): string {
  return parts.map((part) => (part.kind === "TEXT" ? part.text : "")).join("");
}

/** The text of the last assistant turn since the last message of a person; empty when there is none. */
export function lastAssistantText({ turns }: Transcript): string {
  for (let index = turns.length - 1; index >= 0; index -= 1) {
    const turn = turns[index];
    if (turn?.role === "ASSISTANT") return textOf(turn.parts);
    if (turn?.role === "USER") return "";
  }
  return "";
}
