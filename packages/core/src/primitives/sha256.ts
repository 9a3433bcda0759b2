import { canonicalJson } from "./canonical-json.ts";

/** The page cannot hash: browsers give `crypto.subtle` to secure pages only. */
export class InsecureContextError extends Error {
  override readonly name = "InsecureContextError";
  readonly code = "insecure-context";

  constructor() {
    super(
      "There is no SHA-256 here, on which approvals and stored files rest. Serve the page over https: or from localhost.",
    );
  }
}

/**
 * SHA-256 of bytes, in lower-case hex.
 * @throws InsecureContextError on a page that is not secure.
 */
export async function hashBytes(bytes: ArrayBuffer | Uint8Array<ArrayBuffer>): Promise<string> {
  const subtle = globalThis.crypto?.subtle;
  if (subtle === undefined) throw new InsecureContextError();
  const digest = new Uint8Array(await subtle.digest("SHA-256", bytes));
  let hex = "";
  for (const byte of digest) hex += byte.toString(16).padStart(2, "0");
  return hex;
}

/**
 * SHA-256 of the canonical JSON of a value, in lower-case hex.
 * @throws InsecureContextError on a page that is not secure; TypeError for what JSON cannot hold.
 */
export function hashJson(value: unknown): Promise<string> {
  return hashBytes(new TextEncoder().encode(canonicalJson(value)));
}
