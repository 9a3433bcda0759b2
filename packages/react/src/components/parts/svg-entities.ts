/** A drawing does not grow beyond this by its entities, in characters. */
const maxExpanded = 1_000_000;

/**
 * Takes the document type away and writes out the entities it declares (drawing programs use them for namespaces), so
 * that what is counted and what is drawn is the same text.
 *
 * @returns `undefined` for what a drawing does not need: entities from elsewhere, of parameters, in a circle, or such
 * that grow without measure
 */
export function expandSvgEntities(text: string): string | undefined {
  const start = text.search(/<!DOCTYPE/i);
  if (start < 0) return /<!ENTITY/i.test(text) ? undefined : text;
  const bracket = text.indexOf("[", start);
  const angle = text.indexOf(">", start);
  if (angle < 0) return undefined;
  const hasSubset = bracket >= 0 && bracket < angle;
  const close = hasSubset ? /\]\s*>/.exec(text.slice(bracket)) : undefined;
  if (close === null) return undefined;
  const end = close === undefined ? angle + 1 : bracket + close.index + close[0].length;
  const subset = close === undefined ? "" : text.slice(bracket + 1, bracket + close.index);
  const entities = new Map<string, string>();
  for (const [declaration] of subset.matchAll(/<!ENTITY[^>]*>/gi)) {
    const parts = /^<!ENTITY\s+([\w.:-]+)\s+(?:"([^"%]*)"|'([^'%]*)')\s*>$/i.exec(declaration);
    if (!parts) return undefined;
    const name = parts[1] ?? "";
    if (!entities.has(name)) entities.set(name, parts[2] ?? parts[3] ?? "");
  }
  let expanded = text.slice(0, start) + text.slice(end);
  if (/<!(?:ENTITY|DOCTYPE)/i.test(expanded)) return undefined;
  if (entities.size === 0) return expanded;
  const limit = expanded.length + maxExpanded;
  // Each round writes out one level; a circle never ends, so levels are limited like everything else.
  for (let level = 0; level < 8; level += 1) {
    let grown = 0;
    let changed = false;
    const next = expanded.replace(/&([A-Za-z_][\w.:-]*);/g, (whole, name: string) => {
      const value = entities.get(name);
      if (value === undefined) return whole;
      changed = true;
      grown += value.length;
      return grown > limit ? "" : value;
    });
    if (grown > limit || next.length > limit) return undefined;
    if (!changed) return next;
    expanded = next;
  }
  return undefined;
}
