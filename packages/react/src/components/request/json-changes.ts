/** One place where two JSON values differ. What is missing was added or removed. */
export interface JsonChange {
  /** As in `items[2].name`; empty for the whole value. */
  readonly path: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Lists where a value was changed, in the order of the old one, what is new at the end. */
export function listChanges(before: unknown, after: unknown, path = ""): readonly JsonChange[] {
  if (Object.is(before, after)) return [];
  const [left, right] = [membersOf(before), membersOf(after)];
  if (left === undefined || right === undefined || Array.isArray(before) !== Array.isArray(after)) {
    return [{ path, before, after }];
  }
  const names = new Set([...left.keys(), ...right.keys()]);
  return [...names].flatMap((name) => {
    const place = Array.isArray(before) ? `${path}[${name}]` : path === "" ? name : `${path}.${name}`;
    if (!right.has(name)) return [{ path: place, before: left.get(name) }];
    if (!left.has(name)) return [{ path: place, after: right.get(name) }];
    return listChanges(left.get(name), right.get(name), place);
  });
}

/** What a value consists of, by own name only; `undefined` for one that has no parts. */
function membersOf(value: unknown): ReadonlyMap<string, unknown> | undefined {
  return typeof value === "object" && value !== null ? new Map(Object.entries(value)) : undefined;
}
