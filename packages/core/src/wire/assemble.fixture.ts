import type { TurnContent } from "../contracts/content.ts";
import type { ToolCallPart, ToolResultPart, Turn } from "../contracts/turn.ts";
import type { WireStyle } from "./provider-data.ts";
import { ask, completion, wireTo } from "./wire.fixture.ts";
import type { WireRequest } from "./wire.ts";
import type { WireOptions } from "./wire-options.ts";

export const png = { type: "image", mimeType: "image/png", data: "AQID" } as const;
export const pngUrl = { type: "image", mimeType: "image/png", url: "https://x.test/a.png" } as const;
export const pdf = { type: "file", mimeType: "application/pdf", data: "JVBERi0=", name: "a.pdf" } as const;
export const pdfUrl = { type: "file", mimeType: "application/pdf", url: "https://x.test/a.pdf" } as const;
export const wav = { type: "audio", mimeType: "audio/wav", data: "AQID" } as const;
export const tools = [{ name: "f", description: "The f tool", inputSchema: { type: "object" } }];

export const prompt = (...parts: TurnContent[]): Turn => ({
  role: "USER",
  parts: parts.map((content) => ({ kind: "CONTENT", content })),
});
export const callPart = (callId: string, more: Partial<ToolCallPart> = {}): ToolCallPart => ({
  kind: "TOOL_CALL",
  callId,
  toolName: "f",
  args: {},
  ...more,
});
export const asked = (...ids: string[]): Turn => ({ role: "ASSISTANT", parts: ids.map((id) => callPart(id)) });
export const result = (callId: string, more: Partial<ToolResultPart> = {}): ToolResultPart => ({
  kind: "TOOL_RESULT",
  callId,
  toolName: "f",
  output: "out",
  ...more,
});
export const answered = (...parts: ToolResultPart[]): Turn => ({ role: "TOOL", parts });

/** The body one request has, and what was warned of. */
export async function bodyOf(style: WireStyle, request: Partial<WireRequest>, options: Partial<WireOptions> = {}) {
  const reply = style === "openai" ? completion({ content: "ok" }) : Response.json({ content: [] });
  const { wire, requests, warnings } = wireTo(style, [reply], options);
  await ask(wire, { stream: false, ...request });
  const body = requests[0]?.body ?? {};
  return { body, messages: body.messages as Record<string, unknown>[], warnings };
}
