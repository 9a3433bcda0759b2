import { toOpenAITools } from "../../toolkit/tool-declarations.ts";
import type { Dialect } from "../dialect.ts";
import { loadReaders } from "../load-readers.ts";
import { openaiBlocks } from "./parts.ts";
import { openaiBody, renderOpenAI } from "./request.ts";
import { OpenAIReply } from "./stream.ts";
import { writeOpenAITurn } from "./write-message.ts";

/** Chat Completions: what OpenAI and most others speak. */
export const openaiDialect: Dialect = {
  style: "openai",
  blocks: openaiBlocks,
  url: (baseUrl) => `${baseUrl.replace(/\/$/, "")}/chat/completions`,
  headers: (apiKey) => (apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
  writeTurn: writeOpenAITurn,
  render: renderOpenAI,
  tools: toOpenAITools,
  body: openaiBody,
  openReply: (onDraft) => new OpenAIReply(onDraft),
  loadReplyReader: async () => (await loadReaders()).readOpenAIReply,
};
