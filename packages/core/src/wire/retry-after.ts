/** The largest delay-seconds value that is taken at its word (contract "Resilience"). */
const MAX_SECONDS = 2_147_483_647;

/**
 * Reads `Retry-After` in its delay-seconds form (RFC 9110 §10.2.3). Everything else, dates included, is `undefined`:
 * the caller then backs off by itself.
 *
 * @returns milliseconds
 */
export function retryAfterMs(header: string | null): number | undefined {
  const digits = /^[ \t]*([0-9]+)[ \t]*$/.exec(header ?? "")?.[1];
  if (digits === undefined) return undefined;
  const seconds = Number(digits);
  return seconds <= MAX_SECONDS ? seconds * 1000 : undefined;
}
