import { type Contestant, whenShown } from "./contestant.ts";
import { readDeltas } from "./read-deltas.ts";

/** The floor of all floors: one text node per frame, no library. */
export function domFloor(lastWord: string): Contestant {
  let scroller: HTMLElement;
  return {
    async open(root, history) {
      scroller = root;
      for (const text of history) append(root, text);
    },
    async stream(url, onAsk) {
      await onAsk();
      const row = append(scroller, "");
      let pending = "";
      let isDue = false;
      const draw = (): void => {
        isDue = false;
        row.append(pending);
        pending = "";
        scroller.scrollTop = scroller.scrollHeight;
      };
      await readDeltas(url, (text) => {
        pending += text;
        if (!isDue) requestAnimationFrame(draw);
        isDue = true;
      });
      await whenShown(scroller.getElementsByClassName("row"), lastWord);
    },
  };
}

function append(root: HTMLElement, text: string): HTMLElement {
  const row = document.createElement("div");
  row.className = "row";
  row.textContent = text;
  root.append(row);
  return row;
}
