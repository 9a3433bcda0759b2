/**
 * Which names of a source are wanted (one meaning everywhere, contract §2): empty, all; at least one `true`, only
 * those; only `false`, all but those.
 */
export type NameFilter = Readonly<Record<string, boolean>>;

/** Keeps what a filter wants. Unknown names in the filter are told once, and ignored. */
export function filterByName<Item extends { readonly name: string }>(
  items: readonly Item[],
  filter: NameFilter | undefined,
  warn: (message: string) => void,
): Item[] {
  const wishes = new Map(Object.entries(filter ?? {}));
  const names = new Set(items.map(({ name }) => name));
  const unknown = [...wishes.keys()].filter((name) => !names.has(name));
  if (unknown.length > 0) warn(`A filter names what is not there: ${unknown.join(", ")}. These are ignored.`);
  const onlyWanted = [...wishes.values()].includes(true);
  return items.filter(({ name }) => (onlyWanted ? wishes.get(name) === true : wishes.get(name) !== false));
}
