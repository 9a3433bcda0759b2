import { useEffect, useState } from "react";

type Editor = typeof import("./edit-call.ts");

/** The editor of arguments, loaded when it is first wanted: a page whose calls are never edited does not pay for it. */
export function useEditor(isWanted: boolean): Editor | "missing" | undefined {
  const [editor, setEditor] = useState<Editor | "missing">();
  useEffect(() => {
    if (!isWanted) return;
    let isHere = true;
    import("./edit-call.ts").then(
      (loaded) => isHere && setEditor(loaded),
      // Offline, or a new version was deployed meanwhile: the prompt says so.
      () => isHere && setEditor("missing"),
    );
    return () => {
      isHere = false;
    };
  }, [isWanted]);
  return isWanted ? editor : undefined;
}
