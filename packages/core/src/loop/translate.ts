import type { JsonObject } from "../contracts/json.ts";
import type { Message } from "../contracts/run.ts";
import { NO_USAGE, type Usage } from "../contracts/usage.ts";
import type { Clock } from "../primitives/clock.ts";
import type { Toolkit } from "../toolkit/toolkit.ts";
import { type TranslatedReply, translateReply } from "../wire/translate-reply.ts";
import { translateBody, translateMessages, translateTools } from "../wire/translate-request.ts";
import type { Wire, WireEvent } from "../wire/wire.ts";
import type { Hooks } from "./hooks.ts";
import { declarations } from "./loop-context.ts";

/** What `translate` takes (contract §11). */
export interface TranslateRequest {
  /** In the OpenAI shape, whatever the client's style. */
  readonly messages: readonly Message[];
  /** Declarations in the OpenAI shape; those of `toolkit` come before them. */
  readonly tools?: readonly JsonObject[];
  /** Declared, never executed. */
  readonly toolkit?: Toolkit;
  /** As OpenAI spells it: `"auto"`, `"required"`, `"none"`, or a function. */
  readonly toolChoice?: unknown;
  /** In place of the system text of the messages and of the client. */
  readonly system?: string;
  readonly maxTokens?: number;
  readonly signal?: AbortSignal;
}

/** One reply in one shape, whatever the provider's (contract §11). */
export interface TranslateResult extends TranslatedReply {
  /** The client's. */
  readonly model: string;
}

/** What one translation needs from its client. */
export interface TranslateContext {
  readonly wire: Wire;
  readonly hooks: Hooks | undefined;
  readonly systemPrompt: string;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** Told of the model call once it is over, well or not. */
  readonly onCall: (status: "ok" | "error", usage: Usage, ms: number) => void;
}

/** One model call: no loop, no tool, no state (contract §11). */
export async function translate(context: TranslateContext, request: TranslateRequest): Promise<TranslateResult> {
  const { wire, hooks, systemPrompt, signal, clock, onCall } = context;
  const { style, model } = wire;
  const { toolkit, toolChoice, maxTokens } = request;
  signal.throwIfAborted();
  const { messages, system } = translateMessages(style, request.messages, request.system, systemPrompt);
  const tools = translateTools(style, toolkit ? declarations(toolkit) : [], request.tools ?? []);
  const change = await hooks?.beforeLLM?.({ messages, tools, model, turn: 0 });
  const body = translateBody(style, {
    model,
    messages: await wire.render(change?.messages ?? messages),
    ...(system !== undefined && { system }),
    tools: change?.tools ?? tools,
    ...(toolChoice !== undefined && { toolChoice }),
    ...(maxTokens !== undefined && { maxTokens }),
  });
  const events: WireEvent[] = [];
  const askedAt = clock.now();
  try {
    await wire.send(body, signal, (event) => {
      events.push(event);
    });
  } catch (error) {
    onCall("error", NO_USAGE, clock.now() - askedAt);
    throw error;
  }
  const reply = translateReply(events);
  onCall("ok", reply.usage, clock.now() - askedAt);
  await hooks?.afterLLM?.({ response: reply.raw, model, turn: 0 });
  return { ...reply, model };
}
