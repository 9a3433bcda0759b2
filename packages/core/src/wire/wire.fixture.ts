import type { JsonObject } from "../contracts/json.ts";
import type { TextPart, Turn, TurnPart } from "../contracts/turn.ts";
import { readArguments } from "./call-arguments.ts";
import { createWire } from "./create-wire.ts";
import type { WireStyle } from "./provider-data.ts";
import type { Wire, WireEvent, WireRequest } from "./wire.ts";
import type { WireOptions } from "./wire-options.ts";

/** One request as an endpoint saw it. */
export interface SeenRequest {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: JsonObject;
  readonly init: RequestInit;
}

/** What a scripted endpoint does: answers, fails as a transport does, or decides when asked. */
export type Step = Response | Error | ((request: SeenRequest) => Response | Promise<Response>);

/** An endpoint without a network; a request too many fails the test. */
export function scriptedFetch(steps: readonly Step[]) {
  const requests: SeenRequest[] = [];
  const fetch = async (url: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const headers = Object.fromEntries(new Headers(init.headers));
    const request = { url: String(url), headers, body: JSON.parse(String(init.body)), init };
    const step = steps[requests.length];
    requests.push(request);
    if (step === undefined) throw new TypeError("an unexpected request");
    if (step instanceof Error) throw step;
    return typeof step === "function" ? step(request) : step;
  };
  return { fetch: fetch as typeof globalThis.fetch, requests };
}

/** A wire to a scripted endpoint. */
export function wireTo(style: WireStyle, steps: readonly Step[], options: Partial<WireOptions> = {}) {
  const { fetch, requests } = scriptedFetch(steps);
  const warnings: string[] = [];
  const wire = createWire(style, {
    baseUrl: "https://llm.test/v1",
    model: "m",
    fetch,
    warn: (message) => warnings.push(message),
    ...options,
  });
  return { wire, requests, warnings };
}

export const user = (text: string): Turn => ({ role: "USER", parts: [{ kind: "TEXT", text }] });

/** Asks once and gives all events; those before a failure stand on the error's `events`. */
export async function ask(wire: Wire, request: Partial<WireRequest> = {}): Promise<WireEvent[]> {
  const events: WireEvent[] = [];
  try {
    await wire.ask(
      {
        turns: [user("Hi")],
        tools: [],
        system: "",
        stream: true,
        signal: new AbortController().signal,
        ...request,
      },
      (event) => {
        events.push(event);
      },
    );
  } catch (error) {
    throw Object.assign(error as Error, { events });
  }
  return events;
}

/** The error of an ask that must fail. */
export async function failure(asked: Promise<unknown>): Promise<Error & { code: string; events: WireEvent[] }> {
  try {
    await asked;
  } catch (error) {
    return error as Error & { code: string; events: WireEvent[] };
  }
  throw new Error("it did not fail");
}

/** A body of events, one payload each. */
export function sse(payloads: readonly (object | string)[]): Response {
  const text = payloads.map(
    (payload) => `data: ${typeof payload === "string" ? payload : JSON.stringify(payload)}\n\n`,
  );
  return new Response(text.join(""), { headers: { "content-type": "text/event-stream" } });
}

/** A chunk of a Chat Completions stream. */
export const chunk = (delta: object, finish_reason: string | null = null) => ({
  choices: [{ index: 0, delta, finish_reason }],
});

/** A whole Chat Completions reply. */
export const completion = (message: object, finish_reason = "stop"): Response =>
  Response.json({ choices: [{ index: 0, message: { role: "assistant", ...message }, finish_reason }] });

/** The turn the events of a reply make, as the loop makes it. */
export function turnOf(events: readonly WireEvent[]): Turn {
  const parts: TurnPart[] = [];
  let finish: Partial<Turn> = {};
  for (const event of events) {
    if (event.type === "text" || event.type === "reasoning") {
      const before = parts[event.part] as TextPart | undefined;
      const providerData = event.providerData ?? before?.providerData;
      parts[event.part] = {
        kind: event.type === "text" ? "TEXT" : "REASONING",
        text: (before?.text ?? "") + event.delta,
        ...(providerData && { providerData }),
      };
    } else if (event.type === "call") {
      const { id, name, rawArgs, providerData, incomplete } = event;
      const data = { ...(providerData && { providerData }), ...(incomplete && { incomplete }) };
      parts[event.part] = { kind: "TOOL_CALL", callId: id, toolName: name, ...readArguments(rawArgs), ...data };
    } else if (event.type === "finish" && event.providerData) finish = { providerData: event.providerData };
  }
  return { role: "ASSISTANT", parts: parts.filter(Boolean), ...finish };
}
