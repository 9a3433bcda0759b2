/**
 * Gives back the former list where nothing changed, and the former items where they did not: a store reads new copies
 * every time, and what keeps its identity is not drawn again.
 */
export function reuseItems<Item>(
  before: readonly Item[],
  after: readonly Item[],
  keyOf: (item: Item) => string,
): readonly Item[] {
  const known = new Map(before.map((item) => [keyOf(item), item]));
  const items = after.map((item) => reuse(known.get(keyOf(item)), item));
  return items.length === before.length && items.every((item, index) => item === before[index]) ? before : items;
}

/** Gives back the former one where it is equal as JSON. */
export function reuse<Item>(before: Item | undefined, after: Item): Item {
  return before !== undefined && JSON.stringify(before) === JSON.stringify(after) ? before : after;
}
