import { type ReactNode, useEffect, useRef, useState } from "react";
import { useLabels } from "../settings.ts";
import { ForeignText } from "../text/foreign-text.tsx";
import { contentLabels } from "./content-labels.ts";

/** More is not put on the screen. */
const shownCharacters = 20_000;

/** A text file, folded, as it stands: HTML, too, is shown as its source (threat S38). */
export function TextFilePart({ blob, onReady }: { blob: Blob; onReady: () => void }): ReactNode {
  const labels = useLabels("content", contentLabels);
  const [text, setText] = useState<string>();
  const [open, setOpen] = useState(false);

  const told = useRef(onReady);
  useEffect(() => told.current(), []);
  useEffect(() => {
    if (!open) return;
    let live = true;
    blob.text().then(
      (read) => {
        if (live) setText(read);
      },
      () => {
        // Bytes that were readable a moment ago are gone: the way to save them will say so.
        if (live) setText("");
      },
    );
    return () => {
      live = false;
    };
  }, [blob, open]);

  return (
    <details className="hp-fold" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{labels.showText}</summary>
      {text !== undefined && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
        <pre className="hp-code" tabIndex={0}>
          <ForeignText text={text.slice(0, shownCharacters)} />
        </pre>
      )}
      {text !== undefined && text.length > shownCharacters && <p>{labels.cut(shownCharacters, text.length)}</p>}
    </details>
  );
}
