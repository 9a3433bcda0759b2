import { type Client, createClient } from "@holdpoint/core";
import { type Chunking, chunkedBody } from "./recorded-chunkings.ts";
import type { RecordedReply, RecordedStyle } from "./recorded-files.ts";

type WireEvent = Parameters<Parameters<Client["wire"]["ask"]>[1]>[0];

/** One call as the client read it. */
export interface ReadCall {
  readonly id: string;
  readonly name: string;
  readonly rawArgs: string;
  readonly incomplete?: true;
}

/** What the client read from a reply. */
export interface ReadReply {
  readonly text: string;
  readonly toolCalls: readonly ReadCall[];
  readonly finishReason: string | null;
  readonly usage: Readonly<Record<string, number>> | null;
  /** The figures as the provider names them. */
  readonly usageDetails: Readonly<Record<string, unknown>>;
  readonly reasoning: string;
  readonly error?: unknown;
}

/** A client of this style whose endpoint is a function. */
export function clientFor(style: RecordedStyle, fetch: typeof globalThis.fetch, options: object = {}): Client {
  return createClient({
    style,
    baseUrl: "https://llm.recorded.test/v1",
    model: "recorded",
    retries: 0,
    fetch,
    ...options,
  });
}

/** The recorded reply as `fetch` gives it: a real Response whose body comes in pieces. */
export function responseOf(reply: RecordedReply, chunking: Chunking): Response {
  return new Response(chunkedBody(reply.body, chunking), { status: reply.status, headers: safeHeaders(reply.headers) });
}

/** Reads one recorded reply through the client's wire. */
export async function readRecorded(reply: RecordedReply, chunking: Chunking): Promise<ReadReply> {
  const client = clientFor(reply.style, async () => responseOf(reply, chunking));
  let text = "";
  let reasoning = "";
  let usage: ReadReply["usage"] = null;
  let usageDetails: ReadReply["usageDetails"] = {};
  let finishReason: string | null = null;
  const calls: (ReadCall & { readonly part: number })[] = [];

  function receive(event: WireEvent): void {
    switch (event.type) {
      case "text":
        text += event.delta;
        break;
      case "reasoning":
        reasoning += event.delta;
        break;
      case "call":
        calls.push(event);
        break;
      case "usage":
        usage = { ...event.usage };
        usageDetails = event.details ?? {};
        break;
      case "finish":
        finishReason = event.finishReason;
        break;
    }
  }

  try {
    await client.wire.ask(
      {
        turns: [{ role: "USER", parts: [{ kind: "TEXT", text: "Go" }] }],
        tools: [],
        system: "",
        stream: reply.stream,
        signal: new AbortController().signal,
      },
      receive,
    );
  } catch (error) {
    const given = (error as { finishReason?: string }).finishReason;
    return { text, reasoning, usage, usageDetails, toolCalls: calls, finishReason: given ?? finishReason, error };
  }
  return { text, reasoning, usage, usageDetails, toolCalls: calls, finishReason };
}

/** What a body served piece by piece cannot keep from its recording. */
function safeHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !/^(content-(length|encoding)|transfer-encoding)$/i.test(name)),
  );
}
