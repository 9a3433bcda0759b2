import { memo, type ReactNode, useRef } from "react";
import { ForeignText } from "../text/foreign-text.tsx";
import { splitIntoBlocks } from "./text-blocks.ts";

/** Text as it was written, plain. While it grows only its last block is drawn again, and only that is laid out. */
export const TextPartView = memo(function TextPartView({ text }: { text: string }): ReactNode {
  const before = useRef<readonly string[]>([]);
  const blocks = splitIntoBlocks(text, before.current);
  before.current = blocks;
  return (
    <p className="hp-text" dir="auto">
      {blocks.map((block, index) => (
        // A block is its place: blocks are only ever added at the end.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <span key={index} className={standsAlone(blocks, index) ? "hp-text__block" : undefined}>
          <ForeignText text={block} />
        </span>
      ))}
    </p>
  );
});

/** Whole lines are a box of their own, which the browser need not lay out again; pieces of one line are not. */
function standsAlone(blocks: readonly string[], index: number): boolean {
  const endsLine = (block: string | undefined): boolean => block === undefined || block.endsWith("\n");
  return endsLine(blocks[index - 1]) && (index === blocks.length - 1 || endsLine(blocks[index]));
}
