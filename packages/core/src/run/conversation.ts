import type { Message, RunResult } from "../contracts/run.ts";
import { createSerialQueue } from "../primitives/serial-queue.ts";
import type { RunOptions } from "./client-options.ts";
import type { Prompt } from "./message-parts.ts";

/** A conversation that keeps its own transcript (contract §8). */
export interface Conversation {
  /** The transcript so far, in the style of the client. */
  readonly messages: readonly Message[];
  /** Says something; one at a time. A failed run changes nothing. */
  send(prompt: Prompt): Promise<RunResult>;
  /** Forgets everything said before. What is under way still ends, and is forgotten too. */
  reset(): void;
}

/** Makes a conversation over the `run` of a client. */
export function createConversation(
  run: (prompt: Prompt, options: RunOptions) => Promise<RunResult>,
  options: Omit<RunOptions, "history">,
): Conversation {
  const queue = createSerialQueue();
  let messages: readonly Message[] = [];
  let era = 0;
  return {
    get messages() {
      return messages;
    },
    send: (prompt) =>
      queue("", async () => {
        const begun = era;
        const result = await run(prompt, { ...options, history: messages });
        if (begun === era) messages = result.messages;
        return result;
      }),
    reset() {
      era += 1;
      messages = [];
    },
  };
}
