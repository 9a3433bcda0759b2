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

function closePartialJson(text: string): string | undefined {
  if (text.length > longest) return undefined;
  /** What closes the objects and lists that are open, innermost last. */
  const open: string[] = [];
  /** The longest beginning that is JSON once it is closed. */
  let whole: string | undefined;
  let isKey = false;
  const keep = (end: number): void => {
    whole = text.slice(0, end) + open.toReversed().join("");
  };
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? "";
    if (character === '"') {
      const end = endOfString(text, at);
      if (end < 0) {
        return isKey ? whole : closeString(text, at) + open.toReversed().join("");
      }
      at = end;
      if (!isKey) keep(at + 1);
    } else if (character === "{" || character === "[") {
      open.push(character === "{" ? "}" : "]");
      isKey = character === "{";
      keep(at + 1);
    } else if (character === "}" || character === "]") {
      if (open.pop() !== character) return whole;
      isKey = false;
      keep(at + 1);
    } else if (character === ":") {
      isKey = false;
    } else if (character === ",") {
      isKey = open.at(-1) === "}";
    } else if (/[^\s]/.test(character)) {
      // A number or a word is whole only when something follows it.
      const end = text.slice(at).search(/[\s,\]}]/);
      if (end < 0) return whole;
      at += end - 1;
      if (!isKey) keep(at + 1);
    }
  }
  return whole;
}

/** The place of the quote that ends a string; -1 when it has not come. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === '"') return at;
  }
  return -1;
}

/** A string that has not ended, closed: half an escape and half a character are left out. */
function closeString(text: string, start: number): string {
  const body = text.slice(start).replace(/(?<=(?:^|[^\\])(?:\\\\)*)\\(?:u[\da-f]{0,3})?$/i, "");
  return `${text.slice(0, start)}${body.replace(/[\ud800-\udbff]$/, "")}"`;
}
