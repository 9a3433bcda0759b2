import type { JsonObject } from "../../contracts/json.ts";
import { isObject } from "../../primitives/is-object.ts";
import { isCutShort } from "../call-arguments.ts";
import { appendTurn } from "../reply-reader.ts";
import type { WireSink } from "../wire.ts";
import { readLegacyCall, readOpenAIAssistant } from "./read-message.ts";

/** Reads a Chat Completions reply that came whole; the first choice counts. `undefined`: it is none. */
export function readOpenAIReply(body: JsonObject, out: WireSink, failed: boolean): string | null | undefined {
  const choices = Array.isArray(body.choices) ? body.choices.filter(isObject) : [];
  const choice = choices.find(({ index }) => index === 0) ?? choices[0];
  if (choice === undefined || !isObject(choice.message)) return undefined;
  const finishReason = typeof choice.finish_reason === "string" ? choice.finish_reason : null;
  // `function_call` is answered like any other call: from here on it stands among `tool_calls`.
  const { function_call: legacy, ...message } = choice.message;
  const turn = readOpenAIAssistant({ ...message, role: "assistant" });
  const parts = isObject(legacy) ? [...turn.parts, readLegacyCall(legacy)] : turn.parts;
  appendTurn({ ...turn, parts }, body.usage, failed || isCutShort(finishReason), out);
  if (!failed) {
    const data = turn.providerData && { providerData: turn.providerData };
    out.push({ type: "finish", finishReason, ...data, response: body });
  }
  return finishReason;
}
