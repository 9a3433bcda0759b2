import type { Fields, ReplyScript, Scenario } from "./scenario.ts";

/**
 * A `run` scenario as a `stream` one: replies come as streams, requests ask for one, all else must be seen the same.
 * `undefined` where a reply was no answer of a model, or the style streams it as something else.
 */
export function asStream(scenario: Scenario): Scenario | undefined {
  const { mode, style, responses, expect = {} } = scenario;
  if (mode !== "run" || responses === undefined) return undefined;
  // An answer without any text is `null` when it comes whole, and an empty text when it is put together.
  if (responses.some((reply) => isSilent(reply.json))) return undefined;
  const asked = { stream: true, ...(style === "openai" && { stream_options: { include_usage: true } }) };
  const requests = expect.requests as readonly Fields[] | undefined;
  return {
    ...scenario,
    mode: "stream",
    responses: responses.map((reply) => streamed(reply, style)),
    expect: {
      ...expect,
      ...(requests && {
        requests: requests.map((each) => ({ ...each, body: { ...(each.body as Fields), ...asked } })),
      }),
    },
  };
}

type OpenAIMessage = {
  content: string | null;
  tool_calls?: { id: string; function: { name: string; arguments: string } }[];
};
type OpenAIReply = { choices?: { message: OpenAIMessage; finish_reason: string }[]; usage?: Fields };
type AnthropicBlock = { type: string; text: string; input: unknown };
type AnthropicReply = { content?: AnthropicBlock[]; stop_reason: string; usage: Fields };

function isSilent(json: unknown): boolean {
  const message = (json as OpenAIReply | undefined)?.choices?.[0]?.message;
  return message !== undefined && !message.content && message.tool_calls === undefined;
}

function streamed(reply: ReplyScript, style: Scenario["style"]): ReplyScript {
  const { json, ...rest } = reply;
  const isAnswer = typeof json === "object" && json !== null && ("choices" in json || "content" in json);
  if (!isAnswer) return reply;
  return {
    ...rest,
    sse: style === "openai" ? openaiLines(json as OpenAIReply) : anthropicLines(json as AnthropicReply),
  };
}

function openaiLines({ choices = [], usage }: OpenAIReply): string[] {
  const lines: string[] = [];
  const say = (event: unknown): void => void lines.push(`data: ${JSON.stringify(event)}`, "");
  const [choice] = choices;
  const delta = (each: Fields): void => say({ choices: [{ index: 0, delta: each }] });
  for (const content of pieces(choice?.message.content ?? "")) delta({ content });
  for (const [index, { id, function: called }] of (choice?.message.tool_calls ?? []).entries()) {
    delta({ tool_calls: [{ index, id, type: "function", function: { name: called.name, arguments: "" } }] });
    for (const text of pieces(called.arguments)) delta({ tool_calls: [{ index, function: { arguments: text } }] });
  }
  say({ choices: [{ index: 0, delta: {}, finish_reason: choice?.finish_reason }] });
  if (usage !== undefined) say({ choices: [], usage });
  return [...lines, "data: [DONE]", ""];
}

function anthropicLines({ content = [], stop_reason, usage }: AnthropicReply): string[] {
  const lines: string[] = [];
  const say = (type: string, event: Fields): void =>
    void lines.push(`event: ${type}`, `data: ${JSON.stringify({ type, ...event })}`, "");
  say("message_start", { message: { role: "assistant", content: [], usage: { ...usage, output_tokens: 1 } } });
  for (const [index, block] of content.entries()) {
    const isText = block.type === "text";
    say("content_block_start", { index, content_block: isText ? { ...block, text: "" } : { ...block, input: {} } });
    for (const piece of pieces(isText ? block.text : JSON.stringify(block.input))) {
      const delta = isText ? { type: "text_delta", text: piece } : { type: "input_json_delta", partial_json: piece };
      say("content_block_delta", { index, delta });
    }
    say("content_block_stop", { index });
  }
  say("message_delta", { delta: { stop_reason }, usage: { output_tokens: usage.output_tokens } });
  say("message_stop", {});
  return lines;
}

function pieces(text: string): string[] {
  return text.match(/.{1,3}/gsu) ?? [];
}
