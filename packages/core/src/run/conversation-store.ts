import type { Message } from "../contracts/run.ts";

/** Where transcripts of conversations are kept between `ask`s (contract §8). Both ways copy. */
export interface ConversationStore {
  /** The transcript of a conversation; `undefined` when there is none. */
  get(id: string): readonly Message[] | undefined | Promise<readonly Message[] | undefined>;
  /** Replaces it. */
  save(id: string, messages: readonly Message[]): void | Promise<void>;
}

/** The default store: in memory, for as long as the client lives. */
export function createMemoryConversationStore(): ConversationStore {
  const transcripts = new Map<string, readonly Message[]>();
  return {
    get: (id) => structuredClone(transcripts.get(id)),
    save(id, messages) {
      transcripts.set(id, structuredClone(messages));
    },
  };
}
