/**
 * Reads as much of a JSON text as has come: what is half written at its end is closed where that changes nothing (a
 * string, a list, an object) and left out where it could still become something else (a number, a key, `tr`).
 *
 * @returns `undefined` when nothing can be read yet
 */
export function parsePartialJson(text: string): unknown {
  const whole = closePartialJson(text);
  if (whole === undefined) return undefined;
  try {
    return JSON.parse(whole);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined; // It was no JSON to begin with.
    throw error;
  }
}

/** More is not looked at: a hint is not worth a long task. */
const longest = 100_000;

/** As deep as the arguments of a call may be; each level is closed anew with every step of the text. */
const deepest = 128;

/** A string with its end, or with half an escape where it has none; a sign; or what else stands between them. */
const tokens = /"(?:[^"\\]|\\.)*(?:"|(\\?$))|[{}[\],:]|[^\s"{}[\],:]+/gs;

function closePartialJson(text: string): string | undefined {
  if (text.length > longest) return undefined;
  /** What closes the objects and lists that are open, innermost last. */
  const open: string[] = [];
  /** The longest beginning that is JSON once it is closed. */
  let whole: string | undefined;
  let isKey = false;
  for (const { 0: token, 1: cut, index } of text.matchAll(tokens)) {
    const end = index + token.length;
    if (token === "{" || token === "[") {
      if (open.length === deepest) return whole;
      open.push(token === "{" ? "}" : "]");
      isKey = token === "{";
    } else if (token === "}" || token === "]") {
      if (open.pop() !== token) return whole;
      isKey = false;
    } else if (token === ":" || token === ",") {
      isKey = token === "," && open.at(-1) === "}";
      continue;
    } else if (isKey) {
      continue;
    } else if (cut !== undefined) {
      return text.slice(0, index) + closeString(token) + closed(open);
    } else if (end === text.length && token[0] !== '"') {
      // A number or a word is whole only when something follows it.
      return whole;
    }
    whole = text.slice(0, end) + closed(open);
  }
  return whole;
}

function closed(open: readonly string[]): string {
  return open.toReversed().join("");
}

/** A string that has not ended, closed: half an escape and half a character are left out. */
function closeString(string: string): string {
  const body = string.replace(/(?<=(?:^|[^\\])(?:\\\\)*)\\(?:u[\da-f]{0,3})?$/i, "");
  return `${body.replace(/[\ud800-\udbff]$/, "")}"`;
}
