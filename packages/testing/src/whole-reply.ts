import type { Usage } from "@holdpoint/core";
import type { Reply } from "./script.ts";
import type { ScriptedRequest } from "./scripted-request.ts";

/** A call with nothing left to guess. */
export interface WholeCall {
  readonly id: string;
  readonly name: string;
  /** The text of the arguments as it goes over the wire. */
  readonly rawArgs: string;
}

/** A reply with nothing left to guess: what the two styles put on the wire. */
export interface WholeReply {
  readonly id: string;
  readonly model: string;
  readonly reasoning: string;
  readonly text: string;
  readonly calls: readonly WholeCall[];
  readonly usage: Usage | null;
  readonly finishReason?: string;
  /** How a text is divided into deltas. */
  readonly split: (text: string) => string[];
}

/** Fills in what a script left out. The same request and script give the same reply, ids and figures included. */
export function wholeReply(reply: Reply, request: ScriptedRequest, chunkText: number | undefined): WholeReply {
  const calls = (reply.calls ?? []).map((call, index) => ({
    // By place in the conversation: unique in it, also when the page was reloaded and the model made anew.
    id: call.id ?? `call_${request.turn}_${index}`,
    name: call.name,
    rawArgs: typeof call.args === "string" ? call.args : JSON.stringify(call.args ?? {}),
  }));
  const written = [reply.reasoning, reply.text, ...calls.map((call) => call.rawArgs)].join("");
  return {
    id: `${request.style === "openai" ? "chatcmpl" : "msg"}_scripted_${request.turn}`,
    model: request.model === "" ? "scripted" : request.model,
    reasoning: reply.reasoning ?? "",
    text: reply.text ?? "",
    calls,
    usage: reply.usage === null ? null : wholeUsage(reply.usage ?? {}, request, written),
    ...(reply.finishReason === undefined ? {} : { finishReason: reply.finishReason }),
    split: (text) => splitText(text, chunkText),
  };
}

function wholeUsage(given: Partial<Usage>, request: ScriptedRequest, written: string): Usage {
  // Four characters a token: the usual rule of thumb, good enough for figures nobody pays for.
  const promptTokens = given.promptTokens ?? Math.ceil(JSON.stringify(request.body.messages ?? []).length / 4);
  const completionTokens = given.completionTokens ?? Math.ceil(written.length / 4);
  return { promptTokens, completionTokens, totalTokens: given.totalTokens ?? promptTokens + completionTokens };
}

/** Word by word, as models stream; or by a number of characters, never inside one. */
function splitText(text: string, chunkText: number | undefined): string[] {
  if (text === "") return [];
  if (chunkText === undefined) return text.match(/\s*\S+(?:\s+$)?|\s+/g) ?? [text];
  const characters = Array.from(text);
  const chunks: string[] = [];
  for (let at = 0; at < characters.length; at += chunkText) chunks.push(characters.slice(at, at + chunkText).join(""));
  return chunks;
}
