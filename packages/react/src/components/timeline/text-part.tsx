import { memo, type ReactNode, useRef } from "react";
import { ForeignText } from "../text/foreign-text.tsx";
import { splitIntoBlocks } from "./text-blocks.ts";

/** Text as it was written, plain. While it grows only its last block is drawn again. */
export const TextPartView = memo(function TextPartView({ text }: { text: string }): ReactNode {
  const before = useRef<readonly string[]>([]);
  const blocks = splitIntoBlocks(text, before.current);
  before.current = blocks;
  return (
    <p className="hp-text" dir="auto">
      {blocks.map((block, index) => (
        // A block is its place: blocks are only ever added at the end.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <ForeignText key={index} text={block} />
      ))}
    </p>
  );
});
