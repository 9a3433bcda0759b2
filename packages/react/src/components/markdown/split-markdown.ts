import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";

const options = { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] };

/**
 * Cuts a text into its blocks: paragraphs, lists, tables, code. All but the last stay the same strings while text is
 * added, since nothing that follows a block of Markdown changes it once the next one has begun.
 */
export function splitMarkdown(text: string, before: readonly string[] = []): readonly string[] {
  const closed: string[] = [];
  let at = 0;
  for (const block of before.slice(0, -1)) {
    if (!text.startsWith(block, at)) break;
    closed.push(block);
    at += block.length;
  }
  const rest = text.slice(at);
  // A line that has not ended may still become anything; only what stands before it is looked at.
  const ended = rest.slice(0, rest.lastIndexOf("\n") + 1);
  const same = closed.length === before.length - 1 ? (before.at(-1) ?? "") : "";
  if (ended.length <= same.lastIndexOf("\n") + 1 || isOpenFence(ended)) return [...closed, rest];
  const starts = fromMarkdown(ended, options).children.map(({ position }) => position?.start.offset ?? 0);
  let from = 0;
  for (const start of starts.slice(1)) {
    const cut = ended.lastIndexOf("\n", start) + 1;
    if (cut <= from) continue;
    closed.push(rest.slice(from, cut));
    from = cut;
  }
  return [...closed, rest.slice(from)];
}

/** Code that has not ended: long code would be read again at every line of it. */
function isOpenFence(text: string): boolean {
  const fence = /^ {0,3}(`{3,}|~{3,})/.exec(text)?.[1];
  return fence !== undefined && !new RegExp(`\\n {0,3}${fence[0]}{${fence.length},}[ \\t]*\\n`).test(text);
}
