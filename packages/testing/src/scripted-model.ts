import { type Clock, type JsonObject, sleep, systemClock } from "@holdpoint/core";
import { type Pace, pacedStream, raceAbort } from "./paced-stream.ts";
import { replyWriters } from "./reply-writers.ts";
import { describeStep, type Fault, type Reply, type Script, type ScriptStep, stepMatches } from "./script.ts";
import { isObject, readScriptedRequest, type ScriptedRequest, type ScriptedStyle } from "./scripted-request.ts";
import { seededRandom } from "./seeded-random.ts";
import { wholeReply } from "./whole-reply.ts";

/** How a scripted model is made. */
export interface ScriptedModelOptions {
  readonly script: Script;
  /** The wire format it speaks. @default by the path: `/chat/completions` or `/messages` */
  readonly style?: ScriptedStyle;
  /** How replies come over the network. May be changed at any time with `setPace`. */
  readonly pace?: Pace;
  /** For `chunkBytes: "random"`. @default 1 */
  readonly seed?: number;
  /** @default the system's clock */
  readonly clock?: Clock;
}

/** A model that says what it is told: an endpoint without a network. */
export interface ScriptedModel {
  /** The endpoint as a handler, for a server or a service worker. */
  handle(request: Request): Promise<Response>;
  /** The endpoint in place of `fetch`: give it to `createClient({ fetch: model.fetch })`. */
  readonly fetch: typeof globalThis.fetch;
  /** Every request that was answered or refused, in order. */
  readonly requests: readonly ScriptedRequest[];
  readonly pace: Pace;
  /** Changes what is given and keeps the rest; a reply on its way goes on at the new pace. */
  setPace(pace: Pace): void;
  /** Holds all streams before their next event, until `release()`. */
  hold(): void;
  /** Lets them go on. */
  release(): void;
  /** @throws Error naming the steps that were not used, and the requests no step answered. */
  assertDone(): void;
}

/**
 * Makes a model that answers by a script, over the wire formats of real endpoints: streamed when the request asks for
 * it, as plain JSON when not. A request no step expects gets a 400 that says what was asked and which steps were left.
 *
 * @example
 * const model = createScriptedModel({
 *   script: [
 *     { when: { user: "refund" }, reply: { calls: [{ name: "refund_order", args: { orderId: "A-17" } }] } },
 *     { when: { results: ["refund_order"] }, reply: "Your refund is on its way." },
 *   ],
 * });
 * const client = createClient({ baseUrl: "https://model.test/v1", style: "openai", model: "any", fetch: model.fetch });
 * const { text } = await client.run("Please refund A-17", { toolkit });
 * model.assertDone();
 */
export function createScriptedModel(options: ScriptedModelOptions): ScriptedModel {
  const clock = options.clock ?? systemClock;
  const random = seededRandom(options.seed ?? 1);
  const requests: ScriptedRequest[] = [];
  const unexpected: string[] = [];
  const uses = new Map<ScriptStep, number>();
  const attempts = new Map<string, number>();
  let pace: Pace = options.pace ?? {};
  let held: { readonly promise: Promise<void>; readonly open: () => void } | undefined;

  async function handle(request: Request): Promise<Response> {
    request.signal.throwIfAborted();
    const style = options.style ?? styleOf(request.url);
    if (style === undefined) return json(404, replyWriters.openai.error(404, unknownPath(request)));
    const writer = replyWriters[style];
    const text = await request.text();
    const body = parseBody(text);
    if (body === undefined) return json(400, writer.error(400, "The request body is no JSON object."));

    const attempt = attempts.get(text) ?? 0;
    attempts.set(text, attempt + 1);
    const scripted = readScriptedRequest(body, style, attempt);
    requests.push(scripted);

    const step = options.script.find((one) => left(one) > 0 && stepMatches(one, scripted));
    if (step === undefined) {
      const message = describeUnexpected(scripted);
      unexpected.push(message);
      return json(400, writer.error(400, message));
    }
    uses.set(step, (uses.get(step) ?? 0) + 1);
    const reply = replyOf(step, scripted);

    const { latencyMs = 0 } = pace;
    if (latencyMs > 0) await sleep(latencyMs, request.signal, clock);
    const early = await respondWithFault(reply.fault, request.signal, style);
    if (early !== undefined) return early;

    const whole = wholeReply(reply, scripted, pace.chunkText);
    if (scripted.stream) return streamed(writer.frames(whole, scripted), reply.fault, request.signal, style);
    return plain(writer.body(whole), reply.fault, style);
  }

  function streamed(
    all: readonly string[],
    fault: Fault | undefined,
    signal: AbortSignal,
    style: ScriptedStyle,
  ): Response {
    let frames = all;
    let ending: "close" | "error" | "hang" = "close";
    if (fault?.kind === "cut" || fault?.kind === "hang" || fault?.kind === "error-event") {
      frames = all.slice(0, fault.after ?? Math.ceil(all.length / 2));
      if (fault.kind === "cut") ending = fault.how === "end" ? "close" : "error";
      if (fault.kind === "hang") ending = "hang";
      if (fault.kind === "error-event") frames = [...frames, errorEvent(style, fault.message)];
    }
    const body = pacedStream({ frames, pace: () => pace, gate, signal, clock, random, ending });
    return new Response(body, { status: 200, headers: { "content-type": "text/event-stream; charset=utf-8" } });
  }

  function gate(): Promise<void> {
    return held === undefined ? Promise.resolve() : held.promise;
  }

  function left(step: ScriptStep): number {
    return (step.times ?? 1) - (uses.get(step) ?? 0);
  }

  function unused(): ScriptStep[] {
    return options.script.filter((step) => Number.isFinite(left(step)) && left(step) > 0);
  }

  function describeUnexpected(request: ScriptedRequest): string {
    const results = request.results.map((result) => result.tool || result.callId).join(", ");
    const steps = unused().map(describeStep).join("; ");
    return (
      `The scripted model has no step for this request: the person last said ${JSON.stringify(request.user)}, ` +
      `results since the model last spoke: [${results}]. Steps left: ${steps === "" ? "none" : steps}. ` +
      "Add a step, or mend the program that sent it."
    );
  }

  return {
    handle,
    fetch: (input, init) => handle(new Request(input, init)),
    requests,
    get pace() {
      return pace;
    },
    setPace(change) {
      pace = { ...pace, ...change };
    },
    hold() {
      if (held !== undefined) return;
      let open = (): void => undefined;
      const promise = new Promise<void>((resolve) => {
        open = resolve;
      });
      held = { promise, open };
    },
    release() {
      held?.open();
      held = undefined;
    },
    assertDone() {
      const lines = [...unexpected, ...unused().map((step) => `Not used: ${describeStep(step)}.`)];
      if (lines.length > 0) throw new Error(`The script was not followed.\n${lines.join("\n")}`);
    },
  };
}

/** The faults that come in place of a reply. */
async function respondWithFault(
  fault: Fault | undefined,
  signal: AbortSignal,
  style: ScriptedStyle,
): Promise<Response | undefined> {
  switch (fault?.kind) {
    case "status": {
      const headers = {
        ...(fault.retryAfter === undefined ? {} : { "retry-after": String(fault.retryAfter) }),
        ...fault.headers,
      };
      const message = fault.message ?? statusMessages[fault.status] ?? `The scripted model answers ${fault.status}.`;
      return json(fault.status, replyWriters[style].error(fault.status, message), headers);
    }
    case "network":
      // What `fetch` rejects with when there is no connection.
      throw new TypeError("Failed to fetch");
    case "html": {
      const html = fault.html ?? "<!doctype html><title>Sign in</title><h1>Sign in to the network</h1>";
      return new Response(html, { status: fault.status ?? 200, headers: { "content-type": "text/html" } });
    }
    case "hang":
      if (fault.after !== undefined) return undefined;
      return raceAbort(new Promise<never>(() => undefined), signal);
    default:
      return undefined;
  }
}

/** A plain answer with the faults that strike in its middle. */
function plain(body: JsonObject, fault: Fault | undefined, style: ScriptedStyle): Response {
  if (fault?.kind === "error-event") return json(200, replyWriters[style].error(500, fault.message ?? streamError));
  if (fault?.kind !== "cut") return json(200, body);
  const text = JSON.stringify(body);
  return new Response(text.slice(0, Math.floor(text.length / 2)), {
    status: 200,
    headers: { "content-type": "application/json" },
  });
}

const statusMessages: Readonly<Record<number, string>> = {
  401: "Incorrect API key provided.",
  429: "Rate limit reached. Please try again later.",
  500: "The server had an error while processing your request.",
  529: "Overloaded",
};

const streamError = "The server had an error in the middle of its answer.";

function errorEvent(style: ScriptedStyle, message = streamError): string {
  const payload = JSON.stringify(replyWriters[style].error(500, message));
  return style === "openai" ? `data: ${payload}\n\n` : `event: error\ndata: ${payload}\n\n`;
}

function replyOf(step: ScriptStep, request: ScriptedRequest): Reply {
  const reply = typeof step.reply === "function" ? step.reply(request) : step.reply;
  return typeof reply === "string" ? { text: reply } : reply;
}

function styleOf(url: string): ScriptedStyle | undefined {
  const { pathname } = new URL(url);
  if (pathname.endsWith("/chat/completions")) return "openai";
  return pathname.endsWith("/messages") ? "anthropic" : undefined;
}

function unknownPath(request: Request): string {
  const { pathname } = new URL(request.url);
  return `The scripted model knows /chat/completions and /v1/messages, not ${request.method} ${pathname}. Mend baseUrl.`;
}

function parseBody(text: string): JsonObject | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return isObject(body) ? body : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function json(status: number, body: JsonObject, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json", ...headers } });
}
