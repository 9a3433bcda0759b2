/** One element of an SVG: enough of it to count what drawing costs. */
export interface SvgNode {
  /** Without its prefix, in lower case. */
  readonly name: string;
  readonly attributes: string;
  readonly children: SvgNode[];
  /** Of `style` elements: what stands inside. */
  text: string;
}

/**
 * Reads the elements of an XML text, in time linear in its length.
 *
 * @returns the root, or `undefined` where the text is not well-formed: a browser would not draw it either
 */
export function readSvgTree(text: string): SvgNode | undefined {
  let root: SvgNode | undefined;
  const open: { node: SvgNode; tag: string }[] = [];
  let at = 0;
  for (;;) {
    const start = text.indexOf("<", at);
    const inside = open.at(-1)?.node;
    if (inside?.name === "style") inside.text += text.slice(at, start < 0 ? text.length : start);
    if (start < 0) return open.length === 0 ? root : undefined;
    const skipped = endOfNonElement(text, start);
    if (skipped !== undefined) {
      if (skipped < 0) return undefined;
      if (inside?.name === "style") inside.text += text.slice(start, skipped);
      at = skipped;
      continue;
    }
    const end = endOfTag(text, start);
    if (end < 0) return undefined;
    at = end + 1;
    if (text[start + 1] === "/") {
      if (open.pop()?.tag !== text.slice(start + 2, end).trim()) return undefined;
      continue;
    }
    const selfClosing = text[end - 1] === "/";
    const tag = /^[^\s/>]*/.exec(text.slice(start + 1, Math.min(end, start + 200)))?.[0] ?? "";
    if (tag === "" || (root !== undefined && open.length === 0)) return undefined;
    const node: SvgNode = {
      name: tag.replace(/^.*:/, "").toLowerCase(),
      attributes: text.slice(start + 1 + tag.length, selfClosing ? end - 1 : end),
      children: [],
      text: "",
    };
    inside?.children.push(node);
    root ??= node;
    if (!selfClosing) open.push({ node, tag });
  }
}

/** Comments, sections of raw text, instructions and the document type: where they end, −1 when they never do. */
function endOfNonElement(text: string, start: number): number | undefined {
  const until = (close: string): number => {
    const found = text.indexOf(close, start + 2);
    return found < 0 ? -1 : found + close.length;
  };
  if (text.startsWith("<!--", start)) return until("-->");
  if (text.startsWith("<![CDATA[", start)) return until("]]>");
  if (text.startsWith("<?", start)) return until("?>");
  if (text.startsWith("<!", start))
    return until(text.slice(start, text.indexOf(">", start)).includes("[") ? "]>" : ">");
  return undefined;
}

/** The `>` that closes a tag: not one inside a quoted value. */
function endOfTag(text: string, start: number): number {
  const stop = /["'>]/g;
  stop.lastIndex = start + 1;
  for (let found = stop.exec(text); found !== null; found = stop.exec(text)) {
    if (found[0] === ">") return found.index;
    const close = text.indexOf(found[0], found.index + 1);
    if (close < 0) return -1;
    stop.lastIndex = close + 1;
  }
  return -1;
}
