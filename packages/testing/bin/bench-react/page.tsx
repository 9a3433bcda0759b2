import { watchCommits } from "./watch-commits.ts";

// Before React: it looks for its developer tools when it is loaded.
const commits = watchCommits(isHistoryRow);

const query = new URLSearchParams(location.search);
const root = document.getElementById("root") ?? document.body;
const lastWord = query.get("lastWord") ?? "";
const history = Array.from(
  { length: Number(query.get("history") ?? 200) },
  (_, index) => `Message ${index}: ${"a line of a conversation that was had before. ".repeat(1 + (index % 5))}`,
);

/** The bench notes how busy the page was until then. */
declare const onAsk: () => Promise<void>;

const { watchFrames } = await import("./watch-frames.ts");
const contestant = await choose(query.get("who"));
await contestant?.open(root, history);

Object.assign(globalThis, {
  bench: {
    /** Streams a text and tells how that went. */
    async stream(url: string) {
      Object.assign(commits, { count: 0, historyRows: 0, components: 0 });
      const end = watchFrames();
      const begun = performance.now();
      let askMs = 0;
      let asked = begun;
      await contestant?.stream(url, async () => {
        askMs = performance.now() - begun;
        await onAsk();
        asked = performance.now();
      });
      const wallMs = performance.now() - asked;
      const shown = root.textContent?.includes(lastWord) ?? false;
      return { ...end(), wallMs, askMs, shown, commits: { ...commits } };
    },
    async scroll(plain: boolean, turns: number, pixels: number, frames: number) {
      const { scrollLongRun } = await import("./long-run.tsx");
      return scrollLongRun(root, plain, turns, pixels, frames);
    },
  },
});

async function choose(who: string | null) {
  switch (who) {
    case "dom":
      return (await import("./dom-floor.ts")).domFloor(lastWord);
    case "react":
      return (await import("./react-floor.tsx")).reactFloor(lastWord);
    case "holdpoint":
      return (await import("./holdpoint-page.tsx")).holdpointPage(lastWord);
    default:
      return undefined;
  }
}

/** Rows of the floor carry their text, ours their turn. */
function isHistoryRow({ text, grows, turn }: Readonly<Record<string, unknown>>): boolean {
  if (typeof turn === "object" && turn !== null && "index" in turn) return Number(turn.index) < history.length;
  return typeof text === "string" && text.startsWith("Message ") && grows !== true;
}
