/** What few runs need of reading: histories of either style, and replies that come whole. Loaded as one. */
export { readAnthropicReply } from "./anthropic/response.ts";
export { readMessages } from "./foreign-history.ts";
export { readOpenAIReply } from "./openai/response.ts";
