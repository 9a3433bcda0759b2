/** Any value as text, for a reader: JSON where it can be, else its string form, and never a failure. */
export function describeUnknown(value: unknown, indent?: number): string {
  if (typeof value === "string") return value;
  try {
    return JSON.stringify(value, undefined, indent) ?? String(value);
  } catch (error) {
    // In a circle, a BigInt, or a `toJSON` that throws: still something to show.
    return error instanceof Error ? `(cannot be shown: ${error.name})` : "(cannot be shown)";
  }
}
