import { toAnthropicTools } from "../../toolkit/tool-declarations.ts";
import type { Dialect } from "../dialect.ts";
import { loadReaders } from "../load-readers.ts";
import { ownData } from "../provider-data.ts";
import { anthropicBlocks } from "./parts.ts";
import { anthropicBody, renderAnthropic } from "./request.ts";
import { AnthropicReply } from "./stream.ts";
import { joinToResults, writeAnthropicTurn } from "./write-message.ts";

/** Anthropic's Messages API. */
export const anthropicDialect: Dialect = {
  style: "anthropic",
  blocks: anthropicBlocks,
  url(baseUrl) {
    const base = baseUrl.replace(/\/$/, "");
    return `${base}${base.endsWith("/v1") ? "" : "/v1"}/messages`;
  },
  headers: (apiKey) => ({ "anthropic-version": "2023-06-01", ...(apiKey !== undefined && { "x-api-key": apiKey }) }),
  writeTurn: writeAnthropicTurn,
  join(before, message, turn) {
    const order = turn.role === "USER" ? ownData(turn, "anthropic")?.order : undefined;
    if (typeof order !== "string" || before.role !== "user" || !Array.isArray(before.content)) return undefined;
    return joinToResults(before, message, order);
  },
  render: renderAnthropic,
  tools: toAnthropicTools,
  body: anthropicBody,
  openReply: (onDraft) => new AnthropicReply(onDraft),
  loadReplyReader: async () => (await loadReaders()).readAnthropicReply,
};
