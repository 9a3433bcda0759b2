/**
 * The one JSON text of a value, whatever order its keys were written in: the basis of digests. Numbers and text as
 * `JSON.stringify` writes them, keys sorted by UTF-16 code unit, no blanks (RFC 8785). `undefined` members are left out.
 *
 * @throws TypeError for what JSON cannot hold: two different values must never share a digest.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === "boolean" || typeof value === "string") return JSON.stringify(value);
  if (typeof value === "number" && Number.isFinite(value)) return JSON.stringify(value);
  if (typeof value !== "object") throw new TypeError(`Canonical JSON cannot hold ${describe(value)}.`);
  if (Array.isArray(value)) return `[${Array.from(value, canonicalJson).join(",")}]`;
  const members: string[] = [];
  for (const key of Object.keys(value).sort()) {
    const member = (value as Record<string, unknown>)[key];
    if (member !== undefined) members.push(`${JSON.stringify(key)}:${canonicalJson(member)}`);
  }
  return `{${members.join(",")}}`;
}

function describe(value: unknown): string {
  return typeof value === "number" ? String(value) : typeof value;
}
