import type { JsonObject } from "../contracts/json.ts";
import type { Turn } from "../contracts/turn.ts";
import { isIncomplete } from "./call-arguments.ts";
import { argumentsText } from "./turn-calls.ts";
import { mergeUsage, toUsage } from "./usage.ts";
import type { WireEvent, WireSink } from "./wire.ts";

/** Reads one streamed reply, payload by payload. */
export interface ReplyReader {
  /** What a payload says goes to `out`. */
  read(payload: JsonObject, out: WireSink): void;
  /** The last finish reason that was given. */
  readonly finishReason: string | null;
  /** A finish reason or an end marker came: the reply is whole. */
  readonly finished: boolean;
  /** The end marker came: nothing follows. */
  readonly ended: boolean;
  /** Appends what could not be said before: calls, usage, and the end unless the reply is `broken`. */
  close(out: WireSink, broken: boolean): void;
}

type CallEvent = Extract<WireEvent, { type: "call" }>;

/**
 * Appends the calls of a reply, marking those whose arguments never arrived whole.
 *
 * @param cut the reply was cut, by a limit on tokens or a broken connection
 */
export function appendCalls(calls: readonly CallEvent[], cut: boolean, out: WireSink): void {
  for (const [position, call] of calls.entries()) {
    const incomplete = call.incomplete || isIncomplete(call.rawArgs, cut, position === calls.length - 1);
    out.push(incomplete ? { ...call, incomplete: true } : call);
  }
}

/** Appends the usage of a reply, if it reported any. */
export function appendUsage(raw: JsonObject | undefined, out: WireSink): void {
  const usage = toUsage(raw);
  if (usage !== undefined && raw !== undefined) out.push({ type: "usage", usage, details: raw });
}

/** Appends what a reply that came whole says: calls after the rest, each at its own place in the turn, then usage. */
export function appendTurn(turn: Turn, reportedUsage: unknown, cut: boolean, out: WireSink): void {
  const calls: CallEvent[] = [];
  for (const [part, item] of turn.parts.entries()) {
    const data = item.providerData && { providerData: item.providerData };
    if (item.kind === "TOOL_CALL") {
      calls.push({ type: "call", part, id: item.callId, name: item.toolName, rawArgs: argumentsText(item), ...data });
    } else if ((item.kind === "TEXT" || item.kind === "REASONING") && (item.text || data)) {
      out.push({ type: item.kind === "TEXT" ? "text" : "reasoning", part, delta: item.text, ...data });
    }
  }
  appendCalls(calls, cut, out);
  appendUsage(mergeUsage(undefined, reportedUsage), out);
}
