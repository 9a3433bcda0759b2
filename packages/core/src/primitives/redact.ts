/** Shorter values are no secrets, and replacing them would make a text unreadable. */
const SHORTEST_SECRET = 5;

/**
 * Takes secrets out of a text, by value: an endpoint may echo the key it was given, in an error or in a stream.
 *
 * @param secrets header values and keys, as they were sent
 */
export function redact(text: string, secrets: readonly string[]): string {
  let safe = text;
  for (const secret of secretsOf(secrets)) safe = safe.replaceAll(secret, "[redacted]");
  return safe;
}

/** The values and the forms they may come back in, longest first, so that no part of a longer one is left over. */
function secretsOf(values: readonly string[]): string[] {
  const forms = values.flatMap((value) => {
    // `Bearer sk-…`: the endpoint knows the part after the scheme.
    const bare = /^\S+ +(\S+)$/.exec(value)?.[1] ?? value;
    return [value, bare, encodeURIComponent(bare), JSON.stringify(bare).slice(1, -1)];
  });
  return [...new Set(forms)].filter((form) => form.length >= SHORTEST_SECRET).sort((a, b) => b.length - a.length);
}
