import { memo, type ReactNode, useRef } from "react";
import Markdown from "react-markdown";
import remarkGfm from "remark-gfm";
import type { TextProps } from "../settings.ts";
import { closeHalfWritten } from "./close-half-written.ts";
import { markdownElements } from "./markdown-elements.tsx";
import { showHidden } from "./show-hidden.ts";
import { splitMarkdown } from "./split-markdown.ts";

/**
 * A text of the agent as Markdown (CommonMark with GitHub's tables, lists of tasks and strike-through). Give it to the
 * components as their `text`. HTML in it is shown as text; links show where they go; pictures of other servers are
 * loaded when the reader asks, or from `mediaHosts`. While it grows only its last block is read and drawn again.
 *
 * @example
 * import { MarkdownText } from "@holdpoint/react/markdown";
 * <HoldpointComponents text={MarkdownText}><RunTimeline run={run} /></HoldpointComponents>
 */
export function MarkdownText({ text, grows }: TextProps): ReactNode {
  const before = useRef<readonly string[]>([]);
  const blocks = splitMarkdown(text, before.current);
  before.current = blocks;
  const definitions = definitionsOf(text);
  return (
    <div className="hp hp-markdown" dir="auto">
      {blocks.map((block, index) => (
        <MarkdownBlock
          // A block is its place: blocks are only ever added at the end.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          key={index}
          text={withDefinitions(grows && index === blocks.length - 1 ? closeHalfWritten(block) : block, definitions)}
        />
      ))}
    </div>
  );
}

const remarkPlugins = [remarkGfm];
const rehypePlugins = [showHidden];

const MarkdownBlock = memo(function MarkdownBlock({ text }: { text: string }): ReactNode {
  return (
    <Markdown
      remarkPlugins={remarkPlugins}
      rehypePlugins={rehypePlugins}
      components={markdownElements}
      // Addresses are judged where they are drawn: one that may not be opened is still shown.
      urlTransform={asWritten}
    >
      {text}
    </Markdown>
  );
});

function asWritten(url: string): string {
  return url;
}

/** `[name]: address` counts for the whole text, wherever it stands. */
function definitionsOf(text: string): string {
  if (!text.includes("]:")) return "";
  return (text.match(/^ {0,3}\[[^\]\n]+\]:[^\n]+$/gm) ?? []).join("\n");
}

function withDefinitions(block: string, definitions: string): string {
  return definitions !== "" && /\[[^\]\n]+\](?![(:])/.test(block) ? `${block}\n\n${definitions}` : block;
}
