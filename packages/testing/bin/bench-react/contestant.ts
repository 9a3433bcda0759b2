/** One way to show a stream of text below a history. */
export interface Contestant {
  /** Draws the history; resolves when it stands there. */
  open(root: HTMLElement, history: readonly string[]): Promise<void>;
  /** Streams the text of an address; `onAsk` is awaited before the request leaves. At the end all of it is shown. */
  stream(url: string, onAsk: () => Promise<void>): Promise<void>;
}

/** Resolves once the last of the rows shows the word. Only that one is read: a look costs all contestants the same. */
export function whenShown(rows: HTMLCollectionOf<Element>, word: string): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (rows[rows.length - 1]?.textContent?.includes(word)) resolve();
      else requestAnimationFrame(look);
    };
    look();
  });
}
