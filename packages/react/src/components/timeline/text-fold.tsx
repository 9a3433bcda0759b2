import { memo, type ReactNode, useMemo, useState } from "react";
import { useLabels } from "../settings.ts";
import { CopyButton } from "../text/copy-button.tsx";
import { ForeignText } from "../text/foreign-text.tsx";
import { textLabels } from "../text/text-labels.ts";

/** More is not put on the screen; all of it can be copied. */
const shownCharacters = 20_000;

/** A text, folded; JSON is laid out so that it can be read. */
export const TextFold = memo(function TextFold({ label, text }: { label: string; text: string }): ReactNode {
  const content = useLabels("content", textLabels);
  const [open, setOpen] = useState(false);
  const readable = useMemo(() => (open ? layOutJson(text) : ""), [open, text]);
  return (
    <details className="hp-fold" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{label}</summary>
      {open && (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
          {/* biome-ignore lint/a11y/useSemanticElements: a group of lines, not of fields */}
          <div className="hp-code" role="group" tabIndex={0} aria-label={label} dir="auto">
            <ForeignText text={readable.slice(0, shownCharacters)} />
          </div>
          {readable.length > shownCharacters && (
            <p className="hp-note">{content.cut(shownCharacters, readable.length)}</p>
          )}
          <CopyButton text={() => text} />
        </>
      )}
    </details>
  );
});

function layOutJson(text: string): string {
  if (!/^\s*[[{]/.test(text) || text.length > 200_000) return text;
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return text; // Text that only begins like JSON.
    throw error;
  }
}
