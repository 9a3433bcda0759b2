import type { Message } from "../contracts/run.ts";
import { estimateTokens } from "./estimate-tokens.ts";
import type { BeforeLLM } from "./hooks.ts";

/** How a transcript is compacted (contract §7F). */
export interface CompactorOptions {
  /** Compact only above this estimate; at it or below nothing changes. */
  readonly maxTokens: number;
  /** Tokens of the newest messages that stay as they are. @default half of `maxTokens` */
  readonly keepTail?: number;
  /** Makes a summary of the older messages; may ask a model. */
  readonly summarize: (older: readonly Message[]) => string | Promise<string>;
  /** In place of the contract's estimate. */
  readonly countTokens?: (messages: readonly Message[]) => number;
  /** Adds a system message that tells the model to save what is worth keeping. @default false */
  readonly flushToMemory?: boolean;
}

const SUMMARY_HEAD = "[Summary of earlier conversation]\n";
const FLUSH_REMINDER =
  "Before continuing: if anything from earlier is worth keeping, save it with the memory tool now — " +
  "the earlier transcript is about to be summarized.";

/**
 * A `beforeLLM` hook that keeps a long transcript under a budget: what is old becomes a summary, the leading system
 * message and the newest messages stay. A call and its result are never torn apart.
 *
 * @example
 * createClient({ …, hooks: { beforeLLM: compactor({ maxTokens: 100_000, summarize }) } });
 */
export function compactor(options: CompactorOptions) {
  const { maxTokens, keepTail = Math.floor(maxTokens / 2), summarize, flushToMemory = false } = options;
  const { countTokens = estimateTokens } = options;
  return async ({
    messages,
  }: Pick<BeforeLLM, "messages">): Promise<{ readonly messages: readonly Message[] } | undefined> => {
    if (countTokens(messages) <= maxTokens) return undefined;
    const bodyStart = messages[0]?.role === "system" ? 1 : 0;
    // The contract's estimate adds up message by message, so each is measured once.
    const sizes = countTokens === estimateTokens ? messages.map((message) => estimateTokens([message])) : undefined;
    const tailTokens = (start: number) =>
      sizes?.slice(start).reduce((sum, size) => sum + size, 0) ?? countTokens(messages.slice(start));
    const tailStart = findTail(messages, bodyStart, (start) => tailTokens(start) <= keepTail);
    const older = messages.slice(bodyStart, tailStart);
    if (older.length === 0) return undefined;
    const summary = { role: "system", content: SUMMARY_HEAD + (await summarize(older)) };
    const reminder = flushToMemory ? [{ role: "system", content: FLUSH_REMINDER }] : [];
    return { messages: [...messages.slice(0, bodyStart), summary, ...reminder, ...messages.slice(tailStart)] };
  };
}

/** The earliest boundary whose tail fits, else the latest one, else the end. The first message of the body is none. */
function findTail(messages: readonly Message[], bodyStart: number, fits: (start: number) => boolean): number {
  let latest = messages.length;
  for (let index = bodyStart + 1; index < messages.length; index += 1) {
    if (!isBoundary(messages[index])) continue;
    if (fits(index)) return index;
    latest = index;
  }
  return latest;
}

/** A message of a person: a `user` message that carries no tool result, in either style. */
function isBoundary(message: Message | undefined): boolean {
  if (message?.role !== "user") return false;
  const { content } = message;
  return !Array.isArray(content) || !content.some((block: unknown) => isToolResult(block));
}

function isToolResult(block: unknown): boolean {
  return typeof block === "object" && block !== null && (block as { type?: unknown }).type === "tool_result";
}
