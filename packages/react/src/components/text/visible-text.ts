/**
 * Text that somebody else wrote, cut so that nothing in it can hide (threats S15, S16): what is invisible or turns the
 * reading direction is drawn as an escape, and long runs of blanks are counted. Joined, the `source`s are the input.
 */
export interface VisibleSegment {
  readonly kind: "plain" | "escape" | "run";
  /** What is drawn. For `plain` it is the source itself. */
  readonly text: string;
  /** The characters it stands for. */
  readonly source: string;
}

/** How an escape is written: `json` stays valid JSON inside a JSON string, `text` cannot be mistaken for typed text. */
export type EscapeStyle = "text" | "json";

/** Blanks or line ends beyond this are counted instead of drawn. */
const longestBlankRun = 24;
const longestLineRun = 3;

/**
 * Never drawn as they are: controls (but tab and line feed), whatever Unicode calls ignorable (zero-width characters,
 * fillers, variation selectors, tags), direction marks, line and paragraph separators, interlinear marks, spaces that
 * only look like one, and halves of surrogate pairs.
 */
const hidden =
  /(?![\t\n ])[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Zs}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/u;

/** Readable in text: the joiner Persian spells words with, and the first half of a Windows line end. Shown in JSON. */
const readableInText = /(?<=\p{Script=Arabic})\u200c(?=\p{Script=Arabic})|\r(?=\n)/u;

/** A joiner or a variation selector inside an emoji is part of it and stays. */
const pictured = String.raw`(?:\p{Emoji_Presentation}|(?![0-9#*])\p{Emoji}\ufe0f)\p{Emoji_Modifier}?`;
const emoji = String.raw`${pictured}(?:\u200d(?:${pictured}|(?![0-9#*])\p{Emoji}))*|[0-9#*]\ufe0f?\u20e3`;

const runs = `(?: {${longestBlankRun},}|\\n{${longestLineRun + 1},}|\\t{9,})`;

const tokens: Record<EscapeStyle, RegExp> = {
  text: new RegExp(`(${emoji}|${readableInText.source})|(${runs})|(${hidden.source})|(\\\\u\\{)`, "gu"),
  json: new RegExp(`(${emoji})|(${runs})|(${hidden.source})`, "gu"),
};

/** Text without any of these hides nothing: most needs no closer look. */
const suspicious = new RegExp(`[^\\t\\n -[\\]-~]|${runs}`);

/** Cuts foreign text into what may be drawn as it is and what must be shown as an escape or counted. */
export function visibleSegments(text: string, style: EscapeStyle = "text"): VisibleSegment[] {
  if (text !== "" && !suspicious.test(text)) return [{ kind: "plain", text, source: text }];
  const segments: VisibleSegment[] = [];
  let plainFrom = 0;
  const flush = (to: number): void => {
    if (to > plainFrom) {
      const source = text.slice(plainFrom, to);
      segments.push({ kind: "plain", text: source, source });
    }
  };
  for (const match of text.matchAll(tokens[style])) {
    const [source, readable, run, secret] = match;
    if (readable !== undefined) continue;
    flush(match.index);
    plainFrom = match.index + source.length;
    if (run !== undefined) segments.push({ kind: "run", text: describeRun(run), source });
    else if (secret !== undefined) segments.push({ kind: "escape", text: escapeOf(secret, style), source });
    // Typed text that looks like one of our escapes is escaped itself, so that an escape is never in doubt.
    else segments.push({ kind: "escape", text: "\\u{5C}u{", source });
  }
  flush(text.length);
  return segments;
}

/** The text as drawn, in one string: for names, labels and announcements. */
export function visibleText(text: string, style: EscapeStyle = "text"): string {
  return visibleSegments(text, style)
    .map((segment) => segment.text)
    .join("");
}

function describeRun(run: string): string {
  const sign = run[0] === "\n" ? "⏎" : run[0] === "\t" ? "⇥" : "␣";
  return `${sign}×${run.length}`;
}

function escapeOf(character: string, style: EscapeStyle): string {
  if (style === "text") return `\\u{${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`;
  let escaped = "";
  for (let index = 0; index < character.length; index += 1) {
    escaped += `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`;
  }
  return escaped;
}
