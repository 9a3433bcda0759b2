/** Standard padded base64, without line breaks: what the contract (§1B) stores and both wire styles send. */

/** Bytes per `String.fromCharCode` call: more arguments than this can overflow the stack. */
const CHUNK = 0x8000;

/** Encodes bytes; a view is read with its offset and length. */
export function bytesToBase64(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += CHUNK) {
    pieces.push(String.fromCharCode(...bytes.subarray(at, at + CHUNK)));
  }
  return btoa(pieces.join(""));
}

/**
 * Decodes base64 as the platform's `atob` does.
 * @throws InvalidCharacterError (a `DOMException`) for anything that is not base64.
 */
export function base64ToBytes(base64: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

/** How many bytes a base64 text holds, without decoding it: O(1) also for a video. */
export function base64ByteLength(base64: string): number {
  const padding = base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0;
  return Math.floor(((base64.length - padding) * 3) / 4);
}
