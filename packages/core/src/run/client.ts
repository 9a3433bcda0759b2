import { loadCode } from "../contracts/load-code.ts";
import type { Message, RunResult } from "../contracts/run.ts";
import type { TranslateRequest, TranslateResult } from "../loop/translate.ts";
import { systemClock } from "../primitives/clock.ts";
import { orAborted } from "../primitives/or-aborted.ts";
import { createSerialQueue } from "../primitives/serial-queue.ts";
import { createWire } from "../wire/create-wire.ts";
import { createInProcessWire, type InProcessOptions } from "../wire/in-process.ts";
import type { Wire } from "../wire/wire.ts";
import type { WireBasics } from "../wire/wire-options.ts";
import { type AgentClient, tellSink, warnInConsole } from "./agent-client.ts";
import type { ClientContext } from "./client-calls.ts";
import type {
  AskOptions,
  ClientBehaviour,
  ClientOptions,
  ResumeOptions,
  RunOptions,
  StreamOptions,
} from "./client-options.ts";
import type { ClientRunInput } from "./client-run.ts";
import { type Conversation, createConversation } from "./conversation.ts";
import { type ConversationStore, createMemoryConversationStore } from "./conversation-store.ts";
import { EventStream } from "./event-stream.ts";
import type { Prompt } from "./message-parts.ts";
import type { MetricEvent } from "./metric-event.ts";
import { createMetricsRegistry } from "./prometheus-text.ts";
import type { StreamEvent } from "./stream-event.ts";

/** The loop and all it takes: loaded with the first call. One that is called off does not wait for it. */
function loadCalls({ signal }: { readonly signal?: AbortSignal | undefined }) {
  const loading = loadCode(() => import("./client-calls.ts"));
  return signal === undefined ? loading : orAborted(loading, signal);
}

/** A way to speak to one model, with a loop around it (contract §8). It keeps nothing but conversations asked to be kept. */
export interface Client extends AgentClient {
  /**
   * Runs until the model has nothing more to call, a limit is reached, or a call waits for a person.
   *
   * @throws EndpointError when a model call finally fails, what a hook throws, the signal's reason, ContentPartError.
   * @example
   * const { text } = await client.run("What is the weather in Bern?", { toolkit });
   */
  run(prompt: Prompt, options?: RunOptions): Promise<RunResult>;
  /**
   * The same run, listened to. It begins with the first `next`; leaving the loop stops it and lets go of everything.
   *
   * @example
   * for await (const event of client.stream("Hello", { toolkit })) if (event.type === "text") write(event.delta);
   */
  stream(prompt: Prompt, options?: StreamOptions): AsyncIterableIterator<StreamEvent, undefined>;
  /** As `run`, going on with the conversation of `id` and saving it. Two asks on one id are served in turn. */
  ask(prompt: Prompt, options?: AskOptions): Promise<RunResult>;
  /** A conversation that keeps its own transcript. */
  conversation(options?: Omit<RunOptions, "history">): Conversation;
  /**
   * Goes on with a halted run: every call of its turn gets its result, then the loop runs on (contract §10).
   *
   * @throws HoldpointError `resume-mismatch` when the Answer or the history do not belong to `pending`.
   * @example
   * if (result.status === "pending") {
   *   const { pending, messages: history } = result;
   *   await client.runWithAnswer({ toolkit, history, pending, answer: { id: pending.id, ok: true } });
   * }
   */
  runWithAnswer(options: ResumeOptions & { readonly history: readonly Message[] }): Promise<RunResult>;
  /** As `runWithAnswer`, with the conversation of `id`, which is saved. */
  askWithAnswer(options: ResumeOptions & { readonly id: string }): Promise<RunResult>;
  /** One model call, nothing executes (contract §11). */
  translate(request: TranslateRequest): Promise<TranslateResult>;
  /** Cumulative figures of this client as Prometheus text. */
  metrics(): string;
  /** The store given as `store`, or the one in memory. */
  conversationStore(): ConversationStore;
}

/**
 * Makes a client for an endpoint. The code of its calls is loaded with the first of them; where it cannot be, that call
 * throws HoldpointError `code-missing` and nothing was sent.
 *
 * @example
 * const client = createClient({ style: "openai", baseUrl: "/llm/v1", model: "gpt-5" });
 */
export function createClient(options: ClientOptions): Client {
  // What is secret stays in the wire: a client may be logged.
  const { apiKey: _key, headers: _headers, ...behaviour } = options;
  return assemble(behaviour, createWire(options.style, options));
}

/** What `createInProcessClient` takes: a model in this process in place of an endpoint. */
export type InProcessClientOptions = ClientBehaviour & InProcessOptions;

/**
 * Makes a client around a model in this process: a function of the host. Everything else is the same loop.
 *
 * @example
 * const client = createInProcessClient({ model: "local", generate: ({ messages }) => ({ content: reply(messages) }) });
 */
export function createInProcessClient(options: InProcessClientOptions): Client {
  return assemble(options, createInProcessWire(options));
}

function assemble(options: ClientBehaviour & WireBasics, wire: Wire): Client {
  const registry = createMetricsRegistry();
  const store = options.store ?? createMemoryConversationStore();
  const oneAtATime = createSerialQueue();
  const warn = options.warn ?? warnInConsole;
  const clock = options.clock ?? systemClock;

  function report(event: MetricEvent): void {
    registry.record(event);
    tellSink(options.onMetric, event, warn);
  }

  const context: ClientContext = { wire, options, clock, warn, report, store };

  async function start(prompt: Prompt, given: RunOptions, listen?: ClientRunInput["listen"]): Promise<RunResult> {
    return (await loadCalls(given)).startRun(context, prompt, given, listen);
  }

  /** Serves the calls of one conversation in turn; without an id there is nothing to wait for or to save. */
  function converse(
    id: string | undefined,
    signal: AbortSignal | undefined,
    run: (history: readonly Message[]) => Promise<RunResult>,
  ): Promise<RunResult> {
    if (id === undefined) return run([]);
    const served = oneAtATime(id, async () => {
      signal?.throwIfAborted();
      const result = await run((await store.get(id)) ?? []);
      await store.save(id, result.messages);
      return result;
    });
    return signal === undefined ? served : orAborted(served, signal);
  }

  async function resume(given: ResumeOptions, history: readonly Message[]): Promise<RunResult> {
    return (await loadCalls(given)).resumeRun(context, given, history);
  }

  const client: Client = {
    wire,
    options,
    run: (prompt, given = {}) => start(prompt, given),
    stream(prompt, { id, signal, ...given } = {}) {
      return new EventStream<StreamEvent>(async (events, stop) => {
        const result = await converse(id, stop, (history) =>
          start(prompt, { ...given, ...(id !== undefined && { history }), signal: stop }, (event) =>
            events.push(event),
          ),
        );
        await events.push({ type: "done", result });
      }, signal);
    },
    ask(prompt, { id, onText, ...given } = {}) {
      const listen =
        onText &&
        ((event: StreamEvent) => {
          if (event.type === "text") onText(event.delta);
          return undefined;
        });
      return converse(id, given.signal, (history) => start(prompt, { ...given, history }, listen));
    },
    conversation: (given = {}) => createConversation(client.run, given),
    runWithAnswer: ({ history, ...given }) => resume(given, history),
    askWithAnswer: ({ id, ...given }) => converse(id, given.signal, (history) => resume(given, history)),
    translate: async (request) => (await loadCalls(request)).translateOnce(context, request),
    metrics: () => registry.text(),
    conversationStore: () => store,
    report,
  };
  return client;
}
