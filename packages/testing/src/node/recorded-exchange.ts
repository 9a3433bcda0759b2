import { isDeepStrictEqual } from "node:util";
import { ContentPart, createToolkit, defineTool, type Message, type Tool, ToolResult } from "@holdpoint/core";
import { chunkings } from "./recorded-chunkings.ts";
import type { ExchangeTurn, RecordedStyle } from "./recorded-files.ts";
import { clientFor, responseOf } from "./recorded-reply.ts";
import { blocksOf } from "./recorded-run.ts";

/**
 * A recorded exchange, from the client's side: history as a real client wrote it goes out unchanged, and what the
 * client sends after a recorded reply carries back all that the real one did (thinking, signatures, results).
 *
 * @returns what is wrong, a line each
 */
export async function compareExchange(turns: readonly ExchangeTurn[]): Promise<string[]> {
  const problems: string[] = [];
  for (const [position, turn] of turns.entries()) {
    const name = `turn ${position}`;
    problems.push(...(await compareHistory(turn)).map((problem) => `${name}: ${problem}`));
    const next = turns[position + 1];
    if (next !== undefined) problems.push(...(await compareNext(turn, next)).map((problem) => `${name}: ${problem}`));
  }
  return problems;
}

/** The messages of a recorded request, read and written again: in the transcript, and on the wire. */
async function compareHistory({ request, reply }: ExchangeTurn): Promise<string[]> {
  const problems: string[] = [];
  const messages = messagesOf(request);
  let sent: readonly Message[] = [];
  const client = clientFor(reply.style, async (_url, init) => {
    sent = JSON.parse(String(init?.body)).messages;
    return responseOf(reply, chunkings[0] ?? { name: "whole", cuts: () => [] });
  });
  const turns = await client.wire.fromMessages(messages);
  const written = await client.wire.toMessages(turns);
  if (!isDeepStrictEqual(written, messages))
    problems.push(`the transcript changed: ${firstDifference(written, messages)}`);
  const { signal } = new AbortController();
  await client.wire.ask({ turns, tools: [], system: "", stream: reply.stream, signal }, () => undefined);
  if (!isDeepStrictEqual(sent, messages))
    problems.push(`the history went out changed: ${firstDifference(sent, messages)}`);
  return problems;
}

/** Runs one recorded turn, with tools that give what the next request says they gave. */
async function compareNext({ request, reply }: ExchangeTurn, next: ExchangeTurn): Promise<string[]> {
  const begun = messagesOf(request);
  const added = messagesOf(next.request).slice(begun.length);
  const results = resultsOf(added);
  const calls = reply.expected.toolCalls ?? [];
  if (calls.length === 0) return [];
  const outputs = calls.map(({ id, name }) => ({ name, result: results.get(id ?? "") ?? { text: "" } }));
  const toolkit = createToolkit({
    extraTools: [...new Set(calls.map(({ name }) => name))].map((name) => toolOf(name, outputs)),
  });
  const sent: Message[][] = [];
  const client = clientFor(
    reply.style,
    async (_url, init) => {
      sent.push(JSON.parse(String(init?.body)).messages);
      return responseOf(sent.length === 1 ? reply : next.reply, chunkings[1] ?? { name: "whole", cuts: () => [] });
    },
    {
      maxTurns: 2,
      hooks: { beforeLLM: ({ turn }: { turn: number }) => (turn === 0 ? { messages: begun } : undefined) },
    },
  );
  if (reply.stream) for await (const _event of client.stream("Go", { toolkit }));
  else await client.run("Go", { toolkit });

  const answered = (sent[1] ?? []).slice(begun.length);
  const missing = essence(added, reply.style).filter(
    (wanted) => !essence(answered, reply.style).some((got) => isDeepStrictEqual(got, wanted)),
  );
  return missing.map((wanted) => `the next request does not carry back ${JSON.stringify(wanted).slice(0, 300)}`);
}

function messagesOf(request: Readonly<Record<string, unknown>>): Message[] {
  return request.messages as Message[];
}

interface GivenResult {
  readonly text: string;
  readonly images?: readonly Message[];
}

/** What each call gave, by its id: text, and pictures in the provider's shape. */
function resultsOf(messages: readonly Message[]): Map<string, GivenResult> {
  const results = new Map<string, GivenResult>();
  for (const message of messages) {
    if (message.role === "tool") results.set(String(message.tool_call_id), { text: textOf(message) });
    for (const block of blocksOf(message)) {
      if (block.type !== "tool_result") continue;
      const images = blocksOf(block).filter(({ type }) => type === "image");
      results.set(String(block.tool_use_id), { text: textOf(block), images });
    }
  }
  return results;
}

function toolOf(name: string, outputs: readonly { readonly name: string; readonly result: GivenResult }[]): Tool {
  const due = outputs.filter((output) => output.name === name).map(({ result }) => result);
  const made = defineTool({ name: "any", description: name, inputSchema: { type: "object" }, run: () => "" });
  return {
    ...made,
    name,
    execute() {
      const { text = "", images = [] } = due.shift() ?? {};
      const parts = images.map(({ source }) => {
        const { media_type: mimeType, data } = source as Record<string, string>;
        return ContentPart.image({ mimeType: String(mimeType), ...(data !== undefined && { data }) });
      });
      return parts.length > 0 ? ToolResult.okWithParts(text, parts) : ToolResult.ok(text);
    },
  };
}

/** What of some messages must come back whatever else differs: small facts, comparable one by one. */
function essence(messages: readonly Message[], style: RecordedStyle): unknown[] {
  return messages.flatMap((message) =>
    style === "openai" ? openaiEssence(message) : blocksOf(message).flatMap(blockEssence),
  );
}

function openaiEssence(message: Message): unknown[] {
  const facts: unknown[] = [];
  if (message.role === "tool") return [{ result: message.tool_call_id, text: textOf(message) }];
  if (message.role !== "assistant") return [];
  const text = textOf(message);
  if (text !== "") facts.push({ text });
  for (const key of ["reasoning", "reasoning_content", "reasoning_details"]) {
    const value = message[key];
    // An empty one says nothing; some clients add it of their own.
    if (value !== undefined && value !== null && value !== "") facts.push({ [key]: value });
  }
  for (const call of Array.isArray(message.tool_calls) ? message.tool_calls : []) {
    facts.push({ call: call.id, name: call.function?.name, arguments: parsed(call.function?.arguments) });
  }
  return facts;
}

function blockEssence(block: Message): unknown[] {
  const { type } = block;
  if (type === "tool_use") return [{ call: block.id, name: block.name, input: block.input }];
  if (type === "text") return [{ text: block.text }];
  // Where the real client put its cache marks is its own affair.
  if (type !== "tool_result") return [{ ...block, cache_control: undefined }];
  const images = blocksOf(block).filter((inner) => inner.type === "image");
  const { tool_use_id: result } = block;
  return [{ result, text: textOf(block) }, ...images.map((image) => ({ result, image }))];
}

/** Spaces between tokens are nobody's business; what is no JSON stays as it is. */
function parsed(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return text;
  }
}

function textOf({ content }: Message): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((block) => (typeof block?.text === "string" ? block.text : "")).join("");
}

function firstDifference(got: readonly Message[], want: readonly Message[]): string {
  const position = want.findIndex((message, at) => !isDeepStrictEqual(got[at], message));
  const at = position < 0 ? want.length : position;
  return `message ${at} is ${JSON.stringify(got[at])?.slice(0, 300)}, was ${JSON.stringify(want[at])?.slice(0, 300)}`;
}
