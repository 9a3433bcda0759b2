/** A block is closed at the first line end after this many characters. */
const blockLength = 1200;

/** A line that does not end is cut after this many. */
const longestLine = 2400;

/**
 * Cuts a text into blocks that do not change while it grows: all but the last stay the same strings, so that only the
 * last is drawn again. Without it a long answer would be laid out whole at every piece that comes.
 */
export function splitIntoBlocks(text: string, before: readonly string[] = []): readonly string[] {
  const blocks: string[] = [];
  let at = 0;
  // What was closed is kept while the text still begins with it.
  for (const block of before.slice(0, -1)) {
    if (!text.startsWith(block, at) || at + block.length === text.length) break;
    blocks.push(block);
    at += block.length;
  }
  for (;;) {
    const end = text.indexOf("\n", at + blockLength);
    // A very long line is cut as well, but never inside a character.
    const cut = end >= 0 && end - at < longestLine ? end + 1 : at + longestLine;
    if (cut >= text.length) break;
    const whole = isHalf(text, cut) ? cut + 1 : cut;
    blocks.push(text.slice(at, whole));
    at = whole;
  }
  blocks.push(text.slice(at));
  return blocks;
}

function isHalf(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff;
}
