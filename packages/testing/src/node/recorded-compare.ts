import { isDeepStrictEqual } from "node:util";
import type { ExpectedCall, ExpectedReply } from "./recorded-files.ts";
import type { ReadCall, ReadReply } from "./recorded-reply.ts";

/** A text no longer than a line of a terminal or two. */
function short(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}

/** What differs between what was read and what should have been, a line each; empty when all is right. */
export function compareReply(read: ReadReply, expected: ExpectedReply): string[] {
  const problems: string[] = [];
  const same = (name: string, got: unknown, want: unknown): void => {
    if (!isDeepStrictEqual(got, want)) problems.push(`${name}: read ${short(got)}, expected ${short(want)}`);
  };

  problems.push(...compareError(read.error, expected.error));
  if (expected.text !== undefined) same("text", read.text, expected.text);
  if (expected.finishReason !== undefined) same("finishReason", read.finishReason, expected.finishReason);
  if (expected.reasoning !== undefined) same("reasoning", read.reasoning, expected.reasoning);
  if (expected.usage !== undefined) same("usage", usageAs(read, expected.usage), expected.usage);
  if (expected.toolCalls !== undefined) {
    same("toolCalls", read.toolCalls.map(parsedCall), expected.toolCalls.map(plainCall));
    for (const [position, call] of expected.toolCalls.entries()) {
      problems.push(...compareCompleteness(read, read.toolCalls[position], call, expected));
    }
  }
  return problems;
}

/** Whether a call must not run, by the rules of the recordings. */
export function mustNotRun(call: ExpectedCall, { finishReason }: ExpectedReply): boolean {
  return call.incomplete === true || (isTokenLimit(finishReason) && call.argumentsRaw !== undefined);
}

function isTokenLimit(finishReason: string | null | undefined): boolean {
  return finishReason === "length" || finishReason === "max_tokens";
}

function compareCompleteness(read: ReadReply, got: ReadCall | undefined, call: ExpectedCall, expected: ExpectedReply) {
  if (got === undefined) return [];
  const problems: string[] = [];
  if (call.argumentsRaw !== undefined && got.rawArgs !== call.argumentsRaw) {
    problems.push(`argumentsRaw of ${call.name}: read ${short(got.rawArgs)}, expected ${short(call.argumentsRaw)}`);
  }
  const forbidden = mustNotRun(call, expected);
  if (forbidden && !got.incomplete) problems.push(`${call.name} would run, though its arguments never arrived whole`);
  // After a limit, no arguments at all are not known to be none; of a failed reply nothing runs anyway.
  const unsure = isTokenLimit(expected.finishReason) && got.rawArgs === "";
  if (got.incomplete && !forbidden && !unsure && read.error === undefined) {
    problems.push(`${call.name} would not run, though its arguments are whole`);
  }
  return problems;
}

function parsedCall({ id, name, rawArgs }: ReadCall) {
  return { id: id === "" ? null : id, name, arguments: parsedArguments(rawArgs) };
}

function plainCall({ id, name, arguments: args }: ExpectedCall) {
  return { id: id === "" ? null : id, name, arguments: args };
}

function parsedArguments(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The rule of the recordings: what is no JSON reaches a tool as {}.
    return {};
  }
}

function usageAs(read: ReadReply, expected: ExpectedReply["usage"]): unknown {
  if (read.usage === null || !expected) return read.usage;
  const { cache_read_input_tokens: cacheReadTokens, cache_creation_input_tokens: cacheWriteTokens } = read.usageDetails;
  return {
    ...read.usage,
    ...("cacheReadTokens" in expected && { cacheReadTokens }),
    ...("cacheWriteTokens" in expected && { cacheWriteTokens }),
  };
}

/** The words of an error, its labels and its status have to be there for a person to see. */
export function compareError(error: unknown, expected: ExpectedReply["error"]): string[] {
  if (expected === undefined) return error === undefined ? [] : [`failed: ${String(error)}`];
  if (error === undefined) return [`did not fail, expected ${short(expected)}`];
  const { message, code, status } = error as { message: string; code: string; status?: number };
  const problems: string[] = [];
  for (const key of ["message", "type", "code"]) {
    const words = expected[key];
    if (words === undefined || words === null || includesWords(message, words)) continue;
    problems.push(`error: ${short(message)} does not say its ${key}, ${short(words)}`);
  }
  if (expected.status !== undefined && status !== expected.status) {
    problems.push(`error.status: read ${status}, expected ${short(expected.status)}`);
  }
  if (expected.kind === "stream-ended-early" && code !== "stream-cut") {
    problems.push(`error.code: read ${code}, expected stream-cut`);
  }
  return problems;
}

/** As they are, or as they stand in JSON that is quoted. */
function includesWords(message: string, words: unknown): boolean {
  const text = String(words);
  return message.includes(text) || message.includes(JSON.stringify(text).slice(1, -1));
}
