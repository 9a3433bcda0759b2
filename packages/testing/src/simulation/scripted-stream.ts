import type { GenerateDelta, GenerateRequest } from "@holdpoint/core";
import { type Script, stepMatches } from "../script.ts";
import { readScriptedRequest } from "../scripted-request.ts";
import { wholeReply } from "../whole-reply.ts";

/** What a scripted stream waits for. */
export interface StreamGate {
  /** Hears of each request, and may refuse it by throwing. */
  onRequest?(request: GenerateRequest): void;
  /** Awaited before each piece. */
  next(): Promise<void>;
}

/**
 * A script as a model in the page: what the endpoint of a scripted model says, without a network and its timing.
 *
 * @example
 * createInProcessClient({ model: "scripted", generate, generateStream: scriptedStream(script, gate) });
 */
export function scriptedStream(
  script: Script,
  gate: StreamGate,
): (request: GenerateRequest) => AsyncIterable<GenerateDelta> {
  const attempts = new Map<string, number>();
  return async function* (request) {
    gate.onRequest?.(request);
    const text = JSON.stringify(request.body);
    const attempt = attempts.get(text) ?? 0;
    attempts.set(text, attempt + 1);
    const scripted = readScriptedRequest(request.body, "openai", attempt);
    const step = script.find((one) => stepMatches(one, scripted));
    if (step === undefined) throw new Error(`No step of the script answers ${text}`);
    const said = typeof step.reply === "function" ? step.reply(scripted) : step.reply;
    const reply = typeof said === "string" ? { text: said } : said;
    await gate.next();
    if (reply.fault !== undefined) throw new Error(`The model fails (${reply.fault.kind}), as the script wants it.`);
    const { reasoning, text: answer, calls, usage, split } = wholeReply(reply, scripted, undefined);
    for (const piece of split(reasoning)) {
      yield { reasoning: piece };
      await gate.next();
    }
    for (const piece of split(answer)) {
      yield { text: piece };
      await gate.next();
    }
    for (const { id, name, rawArgs } of calls) {
      yield { toolCall: { id, name, arguments: rawArgs } };
      await gate.next();
    }
    if (usage !== null) yield { usage };
  };
}
