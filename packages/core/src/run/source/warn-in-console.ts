/** Says what is odd where the host does not want to hear of it. */
export function warnInConsole(message: string, ...cause: readonly unknown[]): void {
  // biome-ignore lint/suspicious/noConsole: the default of `warn` and `onError`; a host can take both over.
  console.warn(`[holdpoint] ${message}`, ...cause);
}
