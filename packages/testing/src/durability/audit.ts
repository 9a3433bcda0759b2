import type { Answer } from "@holdpoint/core";
import { type Commit, RunBooks } from "./run-books.ts";

/** One effect that happened in the world. */
export interface Effect {
  /** The idempotency key of its call: `runId/callId`. */
  readonly key: string;
  readonly tool: string;
}

/** What is known of a story from outside the pages. */
export interface Evidence {
  /** In the order in which they came to disk. */
  readonly commits: readonly Commit[];
  readonly effects: readonly Effect[];
  /** Answers the store accepted and nobody took back. Not given: not known. */
  readonly accepted?: readonly Answer[];
  /** People let runs go on that had been cancelled. */
  readonly isRetried?: boolean;
}

/**
 * Reads the evidence and gives what breaks a promise, one line each; nothing is the good end:
 *
 * - journals have no gap, and no epoch writes after a later one;
 * - every Request was answered once, with the Answer that was accepted, or its run was cancelled;
 * - a call is entered again only by a person's word or where its tool is idempotent, and never once it has its result;
 * - the result of an entry that was cut off is a person's word;
 * - every call has its result, no effect happened twice but of idempotent calls, none that was reported is missing;
 * - every effect carries the key of the call that made it.
 */
export function audit({ commits, effects, accepted, isRetried }: Evidence): readonly string[] {
  const runs = new Map<string, RunBooks>();
  for (const commit of commits) {
    const books = runs.get(commit.runId) ?? new RunBooks(commit.runId, accepted, isRetried);
    runs.set(commit.runId, books);
    books.read(commit);
  }
  const known = new Set([...runs.values()].flatMap(({ keys }) => keys));
  const strangers = effects.filter(({ key }) => !known.has(key));
  return [
    ...[...runs.values()].flatMap((books) => books.close(effects.map(({ key }) => key))),
    ...strangers.map(({ key, tool }) => `${tool} acted under the unknown key ${key}`),
  ];
}
