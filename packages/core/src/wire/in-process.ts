import { describeThrown, EndpointError } from "../contracts/errors.ts";
import type { JsonObject } from "../contracts/json.ts";
import type { Message } from "../contracts/run.ts";
import type { Usage } from "../contracts/usage.ts";
import { isObject } from "../primitives/is-object.ts";
import { orAborted } from "../primitives/or-aborted.ts";
import { createAssembler } from "./assemble.ts";
import { argumentsOf } from "./call-arguments.ts";
import { readHistory } from "./load-readers.ts";
import { openaiDialect } from "./openai/dialect.ts";
import { readOpenAIReply } from "./openai/response.ts";
import { OpenAIReply } from "./openai/stream.ts";
import { AttemptFailed, retry } from "./retry.ts";
import { writeTranscript } from "./transcript.ts";
import type { ReceiveWireEvent, Wire, WireEvent } from "./wire.ts";
import type { WireBasics } from "./wire-options.ts";

/** What a function of the host is asked (contract §8 "In-process models"). */
export interface GenerateRequest {
  /** OpenAI-shaped. */
  readonly messages: readonly Message[];
  /** OpenAI-shaped; absent when there are none. */
  readonly tools?: readonly JsonObject[];
  readonly model: string;
  /** The whole body as an endpoint would get it, shaped. */
  readonly body: JsonObject;
  /** Aborted when the answer is not wanted any more. */
  readonly signal: AbortSignal;
}

/** One call of an answer. */
export interface GeneratedCall {
  /** @default `call_<position>` */
  readonly id?: string;
  readonly name: string;
  /** Text goes as it is, all else as its JSON. */
  readonly arguments?: unknown;
}

/** An answer: text, calls, or both. */
export interface GenerateReply {
  readonly content?: string | null;
  readonly toolCalls?: readonly GeneratedCall[];
  /** Missing figures count 0. */
  readonly usage?: Partial<Usage>;
  /** @default `tool_calls` with calls, else `stop` */
  readonly finishReason?: string;
}

/** A piece of a streamed answer; a call comes whole. */
export interface GenerateDelta {
  readonly text?: string;
  readonly reasoning?: string;
  readonly toolCall?: GeneratedCall;
  readonly usage?: Partial<Usage>;
  readonly finishReason?: string;
}

/** A model that runs in this page, or whatever else answers for one. */
export interface InProcessOptions extends WireBasics {
  /** Answers in one piece. */
  generate(request: GenerateRequest): GenerateReply | Promise<GenerateReply>;
  /** Answers piece by piece. Without it `client.stream()` raises: an answer is never dressed up as a stream. */
  generateStream?(request: GenerateRequest): AsyncIterable<GenerateDelta>;
}

/** A wire to a function of the host: the same loop, no network (contract §8). Retries default to 0. */
export function createInProcessWire(options: InProcessOptions): Wire {
  const dialect = openaiDialect;
  const assembler = createAssembler(dialect, options);

  async function answer(body: Record<string, unknown>, signal: AbortSignal, receive: ReceiveWireEvent): Promise<void> {
    const { messages, tools, model } = body;
    const request: GenerateRequest = {
      messages: messages as Message[],
      ...(Array.isArray(tools) && { tools }),
      model: typeof model === "string" ? model : options.model,
      body,
      signal,
    };
    if (body.stream === true && options.generateStream !== undefined) {
      return answerInPieces(options.generateStream(request), signal, receive);
    }
    const out: WireEvent[] = [];
    const reply = await ask(request, signal);
    readOpenAIReply(toResponse(reply), out, false);
    for (const event of out) await receive(event.type === "finish" ? { ...event, response: reply } : event);
  }

  async function ask(request: GenerateRequest, signal: AbortSignal): Promise<GenerateReply> {
    let reply: unknown;
    try {
      reply = await orAborted(Promise.resolve(options.generate(request)), signal);
    } catch (thrown) {
      if (signal.aborted) throw signal.reason;
      throw new AttemptFailed(asEndpointError(thrown));
    }
    if (isObject(reply) && (reply.content !== undefined || Array.isArray(reply.toolCalls))) return reply;
    throw new EndpointError(
      "endpoint-unreadable",
      "generate gave no answer. It has to return { content } or { toolCalls: [{ name, arguments }] }.",
    );
  }

  return {
    style: dialect.style,
    model: options.model,
    streams: options.generateStream !== undefined,

    async ask(request, receive) {
      // A body must not ask for a stream nobody can give.
      const stream = request.stream && options.generateStream !== undefined;
      const body = await assembler.assemble({ ...request, stream });
      await this.send(body, request.signal, receive);
    },

    async send(unshaped, signal, receive) {
      const body = await assembler.shape({ ...unshaped });
      await retry(() => answer(body, signal, receive), signal, { retries: 0, ...options });
    },

    render: assembler.render,
    toMessages: async (turns) => writeTranscript(turns, dialect),
    fromMessages: (messages) => readHistory(messages, dialect.style),
  };
}

async function answerInPieces(
  deltas: AsyncIterable<GenerateDelta>,
  signal: AbortSignal,
  receive: ReceiveWireEvent,
): Promise<void> {
  const reader = new OpenAIReply();
  const out: WireEvent[] = [];
  const iterator = deltas[Symbol.asyncIterator]();
  let calls = 0;
  let begun = false;
  try {
    for (;;) {
      const next = await orAborted(iterator.next(), signal);
      if (next.done) break;
      begun = true;
      const { text, reasoning, toolCall, usage, finishReason } = next.value;
      const tool_calls = toolCall && [{ index: calls, ...toCall(toolCall, calls) }];
      if (toolCall) calls += 1;
      const delta = { content: text, reasoning_content: reasoning, tool_calls };
      const choices = [{ index: 0, delta, finish_reason: finishReason ?? null }];
      reader.read({ choices, ...(usage && { usage: toRawUsage(usage) }) }, out);
      for (const event of out) await receive(event);
      out.length = 0;
    }
  } catch (thrown) {
    // It may be waiting for something that never comes: told to stop, not waited for; what failed is thrown here.
    iterator.return?.().then(undefined, () => undefined);
    if (signal.aborted) throw signal.reason;
    if (!begun) throw new AttemptFailed(asEndpointError(thrown));
    throw thrown;
  }
  if (!reader.finished) {
    reader.read({ choices: [{ index: 0, finish_reason: calls > 0 ? "tool_calls" : "stop" }] }, out);
  }
  reader.close(out, false);
  for (const event of out) await receive(event);
}

/** An answer as a Chat Completions reply, so that there is one way to read one. */
function toResponse({ content, toolCalls = [], usage, finishReason }: GenerateReply): JsonObject {
  const message = {
    role: "assistant",
    ...(content !== undefined && { content }),
    ...(toolCalls.length > 0 && { tool_calls: toolCalls.map(toCall) }),
  };
  const finish_reason = finishReason ?? (toolCalls.length > 0 ? "tool_calls" : "stop");
  return { choices: [{ index: 0, message, finish_reason }], ...(usage && { usage: toRawUsage(usage) }) };
}

function toCall(call: GeneratedCall, position: number): JsonObject {
  return {
    id: call.id || `call_${position}`,
    type: "function",
    function: { name: call.name, arguments: argumentsOf(call.arguments) },
  };
}

function toRawUsage({ promptTokens = 0, completionTokens = 0, totalTokens }: Partial<Usage>): JsonObject {
  return { prompt_tokens: promptTokens, completion_tokens: completionTokens, total_tokens: totalTokens };
}

function asEndpointError(thrown: unknown): EndpointError {
  if (thrown instanceof EndpointError) return thrown;
  return new EndpointError("endpoint-unreachable", describeThrown(thrown), { cause: thrown });
}
