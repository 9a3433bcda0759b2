import { isDeepStrictEqual } from "node:util";
import { createToolkit, defineTool, type Message, type Tool, ToolResult } from "@holdpoint/core";
import type { Chunking } from "./recorded-chunkings.ts";
import { compareError, mustNotRun } from "./recorded-compare.ts";
import type { RecordedReply, RecordedStyle } from "./recorded-files.ts";
import { clientFor, responseOf } from "./recorded-reply.ts";

/** The answer to every request after the recorded one. */
const NEXT_TEXT = "(next)";

/**
 * Runs a recorded reply through the whole client: its calls run as tools, the next request carries their results.
 *
 * @returns what is wrong, a line each
 */
export async function runRecorded(reply: RecordedReply, chunking: Chunking): Promise<string[]> {
  const { style, stream, expected } = reply;
  const calls = expected.toolCalls ?? [];
  const entered: { name: string; args: unknown }[] = [];
  const names = new Set(
    [...calls.map(({ name }) => name), ...(expected.serverTools ?? [])].filter((name) => name !== ""),
  );
  const toolkit = createToolkit({
    extraTools: [...names].map((name) => anyTool(name, (args) => entered.push({ name, args }))),
  });
  const requests: { messages: Message[] }[] = [];
  const client = clientFor(style, async (_url, init) => {
    requests.push(JSON.parse(String(init?.body)));
    return requests.length === 1 ? responseOf(reply, chunking) : nextReply(style, stream);
  });

  let text = "";
  let messages: readonly Message[] = [];
  let error: unknown;
  try {
    if (stream) {
      for await (const event of client.stream("Go", { toolkit })) {
        if (event.type === "text") text += event.delta;
        if (event.type === "done") messages = event.result.messages;
      }
    } else {
      messages = (await client.run("Go", { toolkit })).messages;
      text = textOf(messages[1]);
    }
  } catch (thrown) {
    error = thrown;
  }

  const problems = compareError(error, expected.error);
  const due =
    expected.error === undefined ? calls.filter((call) => !mustNotRun(call, expected) && call.name !== "") : [];
  const wanted = due.map(({ name, arguments: args }) => ({ name, args: isRecord(args) ? args : {} }));
  // Of a call a token limit left without arguments it is not known that it takes none.
  const sure = wanted.filter((call) => entered.length === wanted.length || Object.keys(call.args).length > 0);
  if (!isDeepStrictEqual(entered, sure)) {
    problems.push(`tools entered: ${JSON.stringify(entered)}, expected ${JSON.stringify(wanted)}`);
  }
  if (error !== undefined) return problems;

  if (expected.text !== undefined && text !== expected.text && text !== expected.text + NEXT_TEXT) {
    problems.push(
      `text of the run: ${JSON.stringify(text.slice(0, 200))}, expected ${JSON.stringify(expected.text.slice(0, 200))}`,
    );
  }
  const answer = messages[1] ?? {};
  if (expected.refusal !== undefined && answer.refusal !== expected.refusal)
    problems.push("the refusal is not in the transcript");
  if (expected.audioTranscript !== undefined && (answer.audio as Message)?.transcript !== expected.audioTranscript) {
    problems.push("the transcript of the audio is not in the transcript");
  }
  const served = serverToolsOf(answer);
  if (expected.serverTools !== undefined && !isDeepStrictEqual(served, expected.serverTools)) {
    problems.push(
      `server tools in the transcript: ${JSON.stringify(served)}, expected ${JSON.stringify(expected.serverTools)}`,
    );
  }
  if (calls.length > 0) problems.push(...unanswered(requests[1]?.messages ?? []));
  return problems;
}

/** A tool that takes whatever it is given. */
function anyTool(name: string, enter: (args: unknown) => void): Tool {
  return {
    ...defineTool({ name: "any", description: `The ${name} tool`, inputSchema: { type: "object" }, run: () => "" }),
    name,
    execute(args) {
      enter(args);
      return ToolResult.ok("done");
    },
  };
}

function nextReply(style: RecordedStyle, stream: boolean): Response {
  if (style === "openai") {
    if (!stream)
      return Response.json({
        choices: [{ message: { role: "assistant", content: NEXT_TEXT }, finish_reason: "stop" }],
      });
    const chunk = { choices: [{ index: 0, delta: { content: NEXT_TEXT }, finish_reason: "stop" }] };
    return new Response(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`, {
      headers: { "content-type": "text/event-stream" },
    });
  }
  if (!stream)
    return Response.json({ role: "assistant", content: [{ type: "text", text: NEXT_TEXT }], stop_reason: "end_turn" });
  const events = [
    { type: "content_block_start", index: 0, content_block: { type: "text", text: NEXT_TEXT } },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason: "end_turn" } },
    { type: "message_stop" },
  ];
  const body = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

/** Every call that goes back has exactly one result, and no two have one id. */
function unanswered(messages: readonly Message[]): string[] {
  const calls: unknown[] = [];
  const results: unknown[] = [];
  for (const message of messages) {
    if (Array.isArray(message.tool_calls)) calls.push(...message.tool_calls.map(({ id }) => id));
    if (message.role === "tool") results.push(message.tool_call_id);
    for (const block of blocksOf(message)) {
      if (block.type === "tool_use") calls.push(block.id);
      if (block.type === "tool_result") results.push(block.tool_use_id);
    }
  }
  const balanced = isDeepStrictEqual(calls, results) && new Set(calls).size === calls.length && !calls.includes("");
  return balanced && calls.length > 0
    ? []
    : [`calls ${JSON.stringify(calls)} went back with results ${JSON.stringify(results)}`];
}

function serverToolsOf(message: Message): unknown[] {
  return blocksOf(message)
    .filter(({ type }) => type === "server_tool_use" || type === "mcp_tool_use")
    .map(({ name }) => name);
}

function textOf(message: Message | undefined): string {
  if (typeof message?.content === "string") return message.content;
  return blocksOf(message ?? {})
    .filter(({ type }) => type === "text")
    .map(({ text }) => text)
    .join("");
}

/** The blocks of a message whose content is a list. */
export function blocksOf(message: Message): readonly Message[] {
  return Array.isArray(message.content) ? message.content.filter(isRecord) : [];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
