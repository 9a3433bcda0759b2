/**
 * Waits for a promise, but no longer than a limit. What it settles with later is the caller's to look after; it is
 * never an unhandled rejection.
 *
 * @param onLimit gives the error to throw
 */
export async function withTimeLimit<Value>(
  promise: Promise<Value>,
  limitMs: number,
  onLimit: () => unknown,
): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(onLimit()), limitMs);
  });
  try {
    return await Promise.race([promise, limit]);
  } finally {
    clearTimeout(timer);
  }
}
