import type { Message } from "../contracts/run.ts";

/** Writes bodies as JSON. */
export interface BodyWriter {
  /** Gives a copy of a message that will not change any more, so that its text is written once. */
  settle(message: Message): Message;
  /** The JSON text of a body, as `JSON.stringify` writes it. */
  write(body: Readonly<Record<string, unknown>>): string;
}

/** Makes a writer: a long transcript costs at each call what is new in it. */
export function createBodyWriter(): BodyWriter {
  /** `undefined` until it was written the first time. Only copies of our own: others may change what is theirs. */
  const texts = new WeakMap<object, string | undefined>();

  function textOf(message: unknown): string {
    if (typeof message !== "object" || message === null || !texts.has(message))
      return JSON.stringify(message) ?? "null";
    const text = texts.get(message) ?? JSON.stringify(message);
    texts.set(message, text);
    return text;
  }

  return {
    settle(message) {
      const copy = { ...message };
      texts.set(copy, undefined);
      return copy;
    },
    write(body) {
      const members: string[] = [];
      for (const [key, value] of Object.entries(body)) {
        const isList = key === "messages" && Array.isArray(value);
        const text = isList ? `[${value.map(textOf).join(",")}]` : JSON.stringify(value);
        if (text !== undefined) members.push(`${JSON.stringify(key)}:${text}`);
      }
      return `{${members.join(",")}}`;
    },
  };
}
