import { useCallback, useEffect, useState } from "react";
import { drafts } from "../binding/draft-store.ts";

/** The text of a composer, kept over a reload where it has a name. Read after the first drawing: a server has none. */
export function useComposerDraft(key: string | undefined): readonly [string, (text: string) => void] {
  const [text, setText] = useState("");
  const stored = key === undefined ? undefined : `composer.${key}`;
  useEffect(() => {
    const kept = stored === undefined ? "" : drafts.read(stored);
    setText(typeof kept === "string" ? kept : "");
  }, [stored]);
  const set = useCallback(
    (next: string) => {
      setText(next);
      if (stored !== undefined) drafts.write(stored, next === "" ? undefined : next);
    },
    [stored],
  );
  return [text, set];
}
