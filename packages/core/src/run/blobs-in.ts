/** Every blob a value speaks of. */
export function blobsIn(value: unknown, found: Set<string> = new Set()): Set<string> {
  if (typeof value !== "object" || value === null) return found;
  if ("blob" in value && typeof value.blob === "string") found.add(value.blob);
  for (const member of Object.values(value)) blobsIn(member, found);
  return found;
}
