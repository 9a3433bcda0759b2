import { expectCode } from "../contracts/load-code.ts";
import type { CallRequested, RunFact } from "../contracts/run-event.ts";
import type { Usage } from "../contracts/usage.ts";
import { randomId } from "../primitives/random-id.ts";
import { toAnthropicTools, toOpenAITools } from "../toolkit/tool-declarations.ts";
import type { ReceiveWireEvent, WireEvent } from "../wire/wire.ts";
import { joinDeltas } from "./join-deltas.ts";
import { declarations, type LoopContext, record } from "./loop-context.ts";
import { parseArguments } from "./parse-arguments.ts";
import { modelTurns, nextTurnIndex } from "./transcript.ts";

/**
 * One model call: hooks, request, reply, facts. When it throws, the turn stays open and the next try replaces it.
 *
 * @returns what settles the assistant turn, for the caller to record
 */
export async function modelStep(context: LoopContext): Promise<readonly RunFact[]> {
  const { wire, hooks } = context;
  const hookTurn = context.calls;
  context.calls += 1;
  const turn = nextTurnIndex(context.transcript);
  const replaced = await askBeforeHook(context, hookTurn);
  await record(context, { type: "turn.started", turn, role: "ASSISTANT", ...(replaced && { context: replaced }) });

  // While the model thinks.
  expectCode(context.gateway.prepare(context.toolkit.tools().map(({ name }) => name)));
  const reply = new ReplyRecorder(context, turn);
  const receive: ReceiveWireEvent = (event) => reply.receive(event);
  await wire.ask(
    {
      turns: modelTurns(context.transcript),
      tools: declarations(context.toolkit),
      ...(context.rawTools && { rawTools: context.rawTools }),
      system: context.system,
      stream: context.stream,
      signal: context.active,
      ...(context.loadBlob && { loadBlob: context.loadBlob }),
      onDraft: (order, toolName, delta) => context.onLive?.({ type: "draft", order, toolName, delta }),
    },
    context.joinText ? joinDeltas(receive) : receive,
  );

  const { usage, finish } = reply;
  const spent: readonly RunFact[] = usage === undefined ? [] : [{ type: "usage.added", turn, usage }];
  const finished: RunFact = {
    type: "turn.finished",
    turn,
    role: "ASSISTANT",
    ...(finish?.finishReason && { finishReason: finish.finishReason }),
    ...(finish?.providerData && { providerData: finish.providerData }),
  };
  if (hooks?.afterLLM === undefined) return [...spent, finished];
  // A hook may throw: what was spent is spent.
  if (spent.length > 0) await record(context, ...spent);
  await hooks.afterLLM({
    response: finish?.response ?? { streamed: true, usage },
    model: wire.model,
    turn: hookTurn,
  });
  return [finished];
}

/** Lets `beforeLLM` see the transcript; gives the turns it put in its place, if it did. */
async function askBeforeHook(context: LoopContext, turn: number) {
  const { hooks, wire } = context;
  if (hooks?.beforeLLM === undefined) return undefined;
  const toProvider = wire.style === "anthropic" ? toAnthropicTools : toOpenAITools;
  const answer = await hooks.beforeLLM({
    messages: await wire.toMessages(modelTurns(context.transcript)),
    tools: context.rawTools ?? toProvider(declarations(context.toolkit)),
    model: wire.model,
    turn,
  });
  if (answer?.tools !== undefined) context.rawTools = answer.tools;
  return answer?.messages === undefined ? undefined : wire.fromMessages(answer.messages);
}

/** Turns what the wire reports into facts of one assistant turn. */
class ReplyRecorder {
  usage: Usage | undefined;
  finish: Extract<WireEvent, { type: "finish" }> | undefined;
  readonly #context: LoopContext;
  readonly #turn: number;
  /** Ids this turn has used, as they go on the wire: two open calls never share one. */
  readonly #wireIds = new Set<string>();

  constructor(context: LoopContext, turn: number) {
    this.#context = context;
    this.#turn = turn;
  }

  receive(event: WireEvent): void | Promise<void> {
    switch (event.type) {
      case "text":
      case "reasoning": {
        if (event.delta === "" && event.providerData === undefined) return;
        return record(this.#context, {
          type: event.type === "text" ? "text.appended" : "reasoning.appended",
          turn: this.#turn,
          part: event.part,
          text: event.delta,
          ...(event.providerData && { providerData: event.providerData }),
        });
      }
      case "call":
        return record(this.#context, this.#requested(event));
      case "usage":
        this.usage = event.usage;
        return;
      case "finish":
        this.finish = event;
        return;
      default:
        return assertNever(event);
    }
  }

  #requested(event: Extract<WireEvent, { type: "call" }>): CallRequested {
    const wireId = this.#uniqueWireId(event.id);
    // The idempotency key is made of this id: one a provider uses again in a later turn must not make two calls one.
    const taken = isUsed(this.#context, wireId);
    const callId = taken ? `${wireId}_${this.#turn}` : wireId;
    const { args, rawArgs, refusedCode } = parseArguments(event.rawArgs);
    return {
      type: "call.requested",
      turn: this.#turn,
      part: event.part,
      callId,
      toolName: event.name,
      args,
      ...(rawArgs !== undefined && { rawArgs }),
      ...(taken && { wireId }),
      ...(event.incomplete && { incomplete: true }),
      ...(refusedCode !== undefined && { refusedCode }),
      ...(event.providerData && { providerData: event.providerData }),
    };
  }

  #uniqueWireId(id: string): string {
    const unique = id === "" || this.#wireIds.has(id) ? randomId("call_") : id;
    this.#wireIds.add(unique);
    return unique;
  }
}

function isUsed({ transcript }: LoopContext, callId: string): boolean {
  return transcript.turns.some(
    (turn) =>
      turn.role === "ASSISTANT" && turn.parts.some((part) => part.kind === "TOOL_CALL" && part.callId === callId),
  );
}

function assertNever(event: never): never {
  throw new TypeError(`unknown wire event ${JSON.stringify(event)}`);
}
