import type { JsonObject } from "@holdpoint/core";
import { anthropicBody, anthropicError, anthropicFrames } from "./anthropic-reply.ts";
import { openaiBody, openaiError, openaiFrames } from "./openai-reply.ts";
import type { ScriptedRequest, ScriptedStyle } from "./scripted-request.ts";
import type { WholeReply } from "./whole-reply.ts";

/** One style's way of writing a reply. */
export interface ReplyWriter {
  /** The events of a stream, each a whole `data:` block with its blank line. */
  frames(reply: WholeReply, request: ScriptedRequest): string[];
  /** The body of a plain answer. */
  body(reply: WholeReply): JsonObject;
  error(status: number, message: string): JsonObject;
}

/** The writers by style. */
export const replyWriters: Readonly<Record<ScriptedStyle, ReplyWriter>> = {
  openai: { frames: openaiFrames, body: openaiBody, error: openaiError },
  anthropic: { frames: anthropicFrames, body: anthropicBody, error: anthropicError },
};
