import { readImageSize } from "./image-size.ts";
import { sniffType } from "./sniff-type.ts";
import { expandSvgEntities } from "./svg-entities.ts";
import { readSvgTree, type SvgNode } from "./svg-tree.ts";

/** What was found out about an SVG before a browser draws it. */
export type CheckedSvg =
  | { readonly ok: true; readonly text: string; readonly width?: number; readonly height?: number }
  | { readonly ok: false; readonly reason: "damaged" | "unsafe" };

/**
 * What drawing may cost, in elements after every reference has been followed. An `<img>` runs no script and loads
 * nothing from elsewhere, but nested `<use>` or patterns can make a few lines cost hours, on the page's own thread.
 */
const maxCost = 50_000;

/** Deeper trees are not drawn: walking them would end the stack before it ends the drawing. */
const maxDepth = 400;

/** What a picture inside a drawing may have. */
const maxInnerPixels = 16_000_000;

/** Targets that cannot multiply work when a style sheet refers to them. */
const harmlessTargets = new Set(["lineargradient", "radialgradient", "path"]);

/**
 * Reads an SVG without a parser of the browser (a strict page allows none: `DOMParser` is a sink of Trusted Types) and
 * refuses what could freeze the page (threat S69). The text given back is what was checked; draw that.
 */
export function checkSvg(bytes: Uint8Array): CheckedSvg {
  const source = decode(bytes);
  if (source === undefined) return { ok: false, reason: "damaged" };
  const text = expandSvgEntities(source);
  if (text === undefined || !areSmallImages(text)) return { ok: false, reason: "unsafe" };
  const root = readSvgTree(text);
  if (root?.name !== "svg") return { ok: false, reason: "damaged" };
  const drawing = new Drawing(root);
  if (drawing.cost > maxCost) return { ok: false, reason: "unsafe" };
  return { ok: true, text, ...readSize(root.attributes) };
}

/** UTF-8 or UTF-16, as the byte order mark says. Another declared encoding would be read differently by the browser. */
function decode(bytes: Uint8Array): string | undefined {
  const mark = ((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0);
  const utf16 = mark === 0xfffe ? "utf-16le" : mark === 0xfeff ? "utf-16be" : undefined;
  const text = new TextDecoder(utf16 ?? "utf-8").decode(bytes);
  const declaration = /^\s*<\?xml[^>]{0,200}\?>/.exec(text)?.[0] ?? "";
  const encoding = /encoding\s*=\s*["']([\w.-]+)["']/.exec(declaration)?.[1]?.toLowerCase() ?? "utf-8";
  if (utf16 === undefined && !["utf-8", "utf8", "us-ascii", "ascii"].includes(encoding)) {
    // A Latin-1 file with nothing but ASCII reads the same.
    if (!["iso-8859-1", "windows-1252"].includes(encoding) || text.includes("\ufffd")) return undefined;
  }
  // The text is stored again as UTF-8, so a declaration of another encoding must go.
  return text.slice(declaration.length);
}

/** Counts what an SVG costs once every reference is followed. */
class Drawing {
  readonly cost: number;
  readonly #byId = new Map<string, SvgNode>();
  readonly #costs = new Map<SvgNode, number>();
  readonly #path = new Set<SvgNode>();
  #styles = "";

  readonly #root: SvgNode;

  constructor(root: SvgNode) {
    this.#root = root;
    const nodes = [root];
    for (const node of nodes) {
      nodes.push(...node.children);
      this.#styles += readCharacters(node.text);
      const id = /(?:^|\s)(?:xml:)?id\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(node.attributes);
      const name = readCharacters(id?.[1] ?? id?.[2] ?? "");
      if (id && !this.#byId.has(name)) this.#byId.set(name, node);
    }
    this.cost = this.#costOf(root) * this.#styleFactor();
  }

  #costOf(node: SvgNode): number {
    const known = this.#costs.get(node);
    if (known !== undefined) return known;
    // A circle of references, or a tree deeper than a drawing is.
    if (this.#path.has(node) || this.#path.size > maxDepth) return Number.POSITIVE_INFINITY;
    this.#path.add(node);
    // One filter primitive is a pass over all pixels.
    let cost = node.name.startsWith("fe") ? 100 : 1;
    for (const child of node.children) cost += this.#costOf(child);
    // A marker stands at every corner of every line below.
    const times = /marker/i.test(node.attributes) ? this.#numbersIn(node) + 1 : 1;
    for (const id of readReferences(node.attributes)) {
      const target = this.#byId.get(id);
      if (target !== undefined) cost += this.#costOf(target) * (target.name === "marker" ? times : 1);
    }
    this.#path.delete(node);
    this.#costs.set(node, cost);
    return cost;
  }

  /** A style sheet can refer from any element: each target that multiplies is assumed to be used by all of them. */
  #styleFactor(): number {
    let factor = 1;
    for (const id of new Set(readReferences(this.#styles))) {
      const target = this.#byId.get(id);
      if (target === undefined || harmlessTargets.has(target.name)) continue;
      factor *= this.#costOf(target) + 1;
      if (target.name === "marker") factor *= this.#numbersIn(this.#root) + 1;
    }
    return factor;
  }

  /** How many numbers stand in an element and below it: at least as many as its lines have corners. */
  #numbersIn(node: SvgNode): number {
    let count = 0;
    const nodes = [node];
    for (const inner of nodes) {
      nodes.push(...inner.children);
      count += inner.attributes.match(/\d+(?:\.\d+)?/g)?.length ?? 0;
    }
    return count;
  }
}

/**
 * Pictures inside the drawing, as `data:` URLs: raster images that say in their header that they are small. A drawing
 * in a drawing is one nobody has read.
 */
function areSmallImages(text: string): boolean {
  const plain = readCharacters(text).replace(/\s/g, "");
  for (const [, type = "", rest = ""] of plain.matchAll(/data:image\/([^,;"')]*)([^,"')]*,[\w+/=%-]{0,100000})/gi)) {
    const encoded = /^;base64,([\w+/=]*)/i.exec(rest)?.[1];
    if (/^svg/i.test(type) || encoded === undefined) return false;
    const bytes = decodeStart(encoded);
    const kind = bytes && sniffType(bytes);
    const size = kind === undefined ? undefined : readImageSize(bytes ?? new Uint8Array(), kind);
    if (size === undefined || size.width * size.height > maxInnerPixels) return false;
  }
  return true;
}

function decodeStart(encoded: string): Uint8Array | undefined {
  const whole = encoded.replace(/=+$/, "");
  try {
    return Uint8Array.from(atob(whole.slice(0, whole.length - (whole.length % 4 === 1 ? 1 : 0))), (character) =>
      character.charCodeAt(0),
    );
  } catch (error) {
    if (error instanceof DOMException) return undefined;
    throw error;
  }
}

/** Every `#id`: `href`, `xlink:href`, `url(#…)` of fill, mask, filter, marker and whatever comes. */
function readReferences(text: string): string[] {
  const references = /(?:href\s*=\s*["']\s*|url\(\s*["']?\s*)#([^"')]+)/gi;
  return [...readCharacters(text).matchAll(references)].map((match) => (match[1] ?? "").trim());
}

/** Characters written by number, as XML (`&#35;`) or as CSS (`\\23 `) does, so that nothing hides behind them. */
function readCharacters(text: string): string {
  return text
    .replace(/&#(x?)([0-9a-f]{1,8});/gi, (_whole, hex: string, digits: string) => characterOf(digits, hex ? 16 : 10))
    .replace(/\\(?:([0-9a-f]{1,6})\s?|(\S))/gi, (_whole, digits: string | undefined, other: string | undefined) =>
      digits === undefined ? (other ?? "") : characterOf(digits, 16),
    );
}

function characterOf(digits: string, base: number): string {
  const code = Number.parseInt(digits, base);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
}

/** The size it asks for, where the root element says it in pixels or by its view box. */
function readSize(attributes: string): { width?: number; height?: number } {
  const pixels = (name: string): number | undefined => {
    const match = new RegExp(`(?:^|\\s)${name}\\s*=\\s*["']\\s*([\\d.]+)(?:px)?\\s*["']`).exec(attributes);
    const value = Number(match?.[1]);
    return value > 0 && value <= 100_000 ? value : undefined;
  };
  const box =
    /(?:^|\s)viewBox\s*=\s*["']\s*([-+\d.e\s,]+)["']/
      .exec(attributes)?.[1]
      ?.trim()
      .split(/[\s,]+/) ?? [];
  const [boxWidth, boxHeight] = [Number(box[2]), Number(box[3])];
  const width = pixels("width") ?? (boxWidth > 0 ? boxWidth : undefined);
  const height = pixels("height") ?? (boxHeight > 0 ? boxHeight : undefined);
  return width === undefined || height === undefined ? {} : { width, height };
}
