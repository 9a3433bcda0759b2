/** A reply that can be given again. */
export interface KeptReply {
  readonly status: number;
  readonly body: unknown;
}

/** So many keys are remembered; the oldest are forgotten first. */
const MAX_KEYS = 10_000;

/**
 * Remembers replies by the client's key: the same request again gets the same reply and does nothing again, also while
 * the first is still under way. A server that failed is asked anew.
 */
export class ReplyMemory {
  readonly #kept = new Map<string, { readonly fingerprint: string; readonly reply: Promise<KeptReply> }>();

  /** @returns `undefined` when the key stands for another request */
  async once(key: string, fingerprint: string, make: () => Promise<KeptReply>): Promise<KeptReply | undefined> {
    const known = this.#kept.get(key);
    if (known !== undefined) return known.fingerprint === fingerprint ? known.reply : undefined;
    const reply = make();
    this.#kept.set(key, { fingerprint, reply });
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MAX_KEYS) break;
      this.#kept.delete(oldest);
    }
    try {
      const { status } = await reply;
      if (status >= 500) this.#kept.delete(key);
    } catch (error) {
      this.#kept.delete(key);
      throw error;
    }
    return reply;
  }
}
