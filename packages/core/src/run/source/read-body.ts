import { MAX_BODY_BYTES } from "./source-protocol.ts";

/** The JSON of a body, or why there is none. */
export type ReadBody =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: "too-large" | "malformed" };

/**
 * Reads a body as JSON, and no further than its limit, whatever length it claims.
 *
 * @throws what the connection broke with
 */
export async function readBody(message: Request | Response, maxBytes: number = MAX_BODY_BYTES): Promise<ReadBody> {
  const reader = message.body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  while (reader !== undefined) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes += value.byteLength;
    if (bytes > maxBytes) {
      await reader.cancel();
      return { ok: false, problem: "too-large" };
    }
    text += decoder.decode(value, { stream: true });
  }
  try {
    return { ok: true, value: JSON.parse(text + decoder.decode()) as unknown };
  } catch (error) {
    if (error instanceof SyntaxError) return { ok: false, problem: "malformed" };
    throw error;
  }
}
