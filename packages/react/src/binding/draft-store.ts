const prefix = "holdpoint.draft.";

/** Drafts nobody came back to are dropped after this. */
const keptForMs = 30 * 86_400_000;

/** Longer ones live only as long as the page. */
const longestDraft = 100_000;

/**
 * What somebody has typed and not sent, by what it belongs to, over reloads. A browser without storage keeps drafts
 * for as long as the page lives. Never give it a secret.
 */
export class DraftStore {
  readonly #memory = new Map<string, unknown>();
  #pruned = false;

  /** What was typed last, as JSON gives it back; `undefined` when there is nothing. */
  read(key: string): unknown {
    if (this.#memory.has(key)) return this.#memory.get(key);
    return this.#inStorage((storage) => parseDraft(storage.getItem(prefix + key))?.value);
  }

  /** Keeps a draft; `undefined` drops it. */
  write(key: string, value: unknown): void {
    if (value === undefined) this.#memory.delete(key);
    else this.#memory.set(key, value);
    this.#inStorage((storage) => {
      this.#prune(storage);
      const text = value === undefined ? undefined : JSON.stringify({ at: Date.now(), value });
      if (text === undefined || text.length > longestDraft) storage.removeItem(prefix + key);
      else storage.setItem(prefix + key, text);
    });
  }

  #prune(storage: Storage): void {
    if (this.#pruned) return;
    this.#pruned = true;
    const names = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? "");
    for (const name of names.filter((other) => other.startsWith(prefix))) {
      const draft = parseDraft(storage.getItem(name));
      if (draft === undefined || Date.now() - draft.at > keptForMs) storage.removeItem(name);
    }
  }

  /** Storage may be missing, forbidden or full: a draft is a comfort, and memory still holds it. */
  #inStorage<Value>(use: (storage: Storage) => Value): Value | undefined {
    try {
      return typeof localStorage === "undefined" ? undefined : use(localStorage);
    } catch (error) {
      if (error instanceof DOMException) return undefined;
      throw error;
    }
  }
}

/** The drafts of this page. */
export const drafts = new DraftStore();

function parseDraft(text: string | null): { readonly at: number; readonly value: unknown } | undefined {
  if (text === null) return undefined;
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed !== "object" || parsed === null || !("at" in parsed) || !("value" in parsed)) return undefined;
    return typeof parsed.at === "number" ? { at: parsed.at, value: parsed.value } : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined; // Not ours, or cut off: no draft.
    throw error;
  }
}
