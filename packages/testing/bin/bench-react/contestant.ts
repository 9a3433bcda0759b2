/** One way to show a stream of text below a history. */
export interface Contestant {
  /** Draws the history; resolves when it stands there. */
  open(root: HTMLElement, history: readonly string[]): Promise<void>;
  /** Streams the text of an address; `onAsk` is awaited before the request leaves. At the end all of it is shown. */
  stream(url: string, onAsk: () => Promise<void>): Promise<void>;
}

/** Resolves once the page shows the last word. */
export function whenShown(root: HTMLElement, word: string): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (root.lastElementChild?.textContent?.includes(word)) resolve();
      else requestAnimationFrame(look);
    };
    look();
  });
}
