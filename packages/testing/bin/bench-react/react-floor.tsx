import { memo, type ReactNode, useLayoutEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { type Contestant, whenShown } from "./contestant.ts";
import { readDeltas } from "./read-deltas.ts";

/** The least a React page can do: rows that are memoised, and one state, set once per frame. */
export function reactFloor(lastWord: string): Contestant {
  let scroller: HTMLElement;
  let show: (text: string) => void = () => undefined;
  return {
    async open(root, history) {
      scroller = root;
      await new Promise<void>((resolve) => {
        const begin = (set: (text: string) => void): void => {
          show = set;
          resolve();
        };
        createRoot(root).render(<Page root={root} history={history} onReady={begin} />);
      });
    },
    async stream(url, onAsk) {
      await onAsk();
      let whole = "";
      let isDue = false;
      const draw = (): void => {
        isDue = false;
        show(whole);
      };
      await readDeltas(url, (text) => {
        whole += text;
        if (!isDue) requestAnimationFrame(draw);
        isDue = true;
      });
      await whenShown(scroller.getElementsByClassName("row"), lastWord);
    },
  };
}

interface PageProps {
  readonly root: HTMLElement;
  readonly history: readonly string[];
  /** Is given the one state of the page. */
  readonly onReady: (set: (text: string) => void) => void;
}

function Page({ root, history, onReady }: PageProps): ReactNode {
  const [growing, setGrowing] = useState("");
  useLayoutEffect(() => onReady(setGrowing), [onReady]);
  useLayoutEffect(() => {
    root.scrollTop = root.scrollHeight;
  });
  return (
    <>
      {history.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the history only grows at its end
        <Row key={index} text={text} />
      ))}
      <Row text={growing} grows />
    </>
  );
}

const Row = memo(function Row({ text }: { text: string; grows?: boolean }): ReactNode {
  return <div className="row">{text}</div>;
});
