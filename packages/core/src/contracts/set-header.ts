import { HoldpointError } from "./errors.ts";

/** Sets a header the host gave. @throws HoldpointError `invalid-argument` that names it and keeps its value to itself. */
export function setHeader(headers: Headers, name: string, value: string): void {
  try {
    headers.set(name, value);
  } catch {
    // The platform's message would quote the value, which may be a secret.
    throw new HoldpointError("invalid-argument", `The header "${name}" has a name or value that HTTP does not allow.`);
  }
}
