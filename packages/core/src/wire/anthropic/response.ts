import type { JsonObject } from "../../contracts/json.ts";
import { isCutShort } from "../call-arguments.ts";
import { appendTurn } from "../reply-reader.ts";
import type { WireSink } from "../wire.ts";
import { readAnthropicAssistant } from "./read-message.ts";

/** Reads a Messages reply that came whole. `undefined`: it is none. */
export function readAnthropicReply(body: JsonObject, out: WireSink, failed: boolean): string | null | undefined {
  const { content } = body;
  if (!Array.isArray(content) && typeof content !== "string") return undefined;
  const finishReason = typeof body.stop_reason === "string" ? body.stop_reason : null;
  const turn = readAnthropicAssistant({ role: "assistant", content });
  appendTurn(turn, body.usage, failed || isCutShort(finishReason), out);
  if (!failed) {
    const data = turn.providerData && { providerData: turn.providerData };
    out.push({ type: "finish", finishReason, ...data, response: body });
  }
  return finishReason;
}
