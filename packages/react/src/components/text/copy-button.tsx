import { type ReactNode, useEffect, useState } from "react";
import { useLabels } from "../settings.ts";
import { textLabels } from "./text-labels.ts";

/** How long "Copied" stands there, in milliseconds. */
const saidForMs = 2000;

/** Copies a text, as it is and not as it is drawn. */
export function CopyButton({ text }: { text: () => string }): ReactNode {
  const labels = useLabels("content", textLabels);
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), saidForMs);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text());
      setCopied(true);
    } catch (error) {
      // The page may not write there (a frame, no permission): the text can still be selected.
      if (!(error instanceof Error)) throw error;
      setCopied(false);
    }
  };
  return (
    <button type="button" className="hp-button" data-variant="quiet" onClick={() => void copy()}>
      <span role="status">{copied ? labels.copied : labels.copy}</span>
    </button>
  );
}
