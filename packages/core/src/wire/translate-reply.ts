import { NO_USAGE, type Usage } from "../contracts/usage.ts";
import { uniqueCallId } from "./call-ids.ts";
import type { WireEvent } from "./wire.ts";

/** One reply in one shape, whatever the provider's (contract §11 "Out"). */
export interface TranslatedReply {
  readonly text: string;
  readonly toolCalls: readonly { readonly id: string; readonly name: string; readonly arguments: string }[];
  readonly finishReason: "stop" | "tool_calls" | "length" | "content_filter";
  readonly usage: Usage;
  /** The decoded response; absent when the endpoint streamed though it was not asked to. */
  readonly raw?: unknown;
}

/** What the events of one reply add up to. Calls stand in the provider's order, none is lost. */
export function translateReply(events: readonly WireEvent[]): TranslatedReply {
  const taken = new Set<string>();
  const toolCalls: { id: string; name: string; arguments: string }[] = [];
  let text = "";
  let usage = NO_USAGE;
  let reason = "";
  let raw: unknown;
  for (const event of events) {
    if (event.type === "text") text += event.delta;
    else if (event.type === "usage") usage = event.usage;
    else if (event.type === "call") {
      const { name, rawArgs } = event;
      toolCalls.push({ id: uniqueCallId(event.id, toolCalls.length, taken), name, arguments: rawArgs });
    } else if (event.type === "finish") {
      reason = event.finishReason ?? "";
      raw = event.response;
    }
  }
  return {
    text,
    toolCalls,
    finishReason: toolCalls.length > 0 ? "tool_calls" : reasonOf(reason),
    usage,
    ...(raw !== undefined && { raw }),
  };
}

function reasonOf(reason: string): TranslatedReply["finishReason"] {
  if (reason === "max_tokens" || reason === "length") return "length";
  return reason === "refusal" || reason === "content_filter" ? "content_filter" : "stop";
}
