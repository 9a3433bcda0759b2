import type { RunView } from "@holdpoint/core";
import { RunTimeline } from "@holdpoint/react/components";
import { createRoot } from "react-dom/client";
import { type Frames, watchFrames } from "./watch-frames.ts";
import "@holdpoint/react/styles.css";

/** How a long run scrolls, and how much of it is on the page. */
export interface LongRun extends Frames {
  /** Until the end of the run stood on the page, in milliseconds. */
  readonly openMs: number;
  readonly elements: number;
}

/** Opens a run of so many turns, or as many plain rows, and scrolls through it, so many pixels a frame. */
export async function scrollLongRun(
  root: HTMLElement,
  plain: boolean,
  turns: number,
  pixels: number,
  frames: number,
): Promise<LongRun> {
  const begun = performance.now();
  if (plain) drawPlain(root, turns);
  else createRoot(root).render(<RunTimeline view={longView(turns)} />);
  const lastWord = `Turn ${turns - 1} `;
  while (!root.textContent?.includes(lastWord)) await nextFrame();
  const openMs = performance.now() - begun;
  // What is loaded for long runs only has come, and rows have been measured.
  for (let frame = 0; frame < 60; frame += 1) await nextFrame();
  const scroller = root.querySelector(".hp-timeline__scroll") ?? root;
  const end = watchFrames();
  for (let frame = 0; frame < frames; frame += 1) {
    scroller.scrollTop -= pixels;
    await nextFrame();
  }
  return { ...end(), openMs, elements: root.querySelectorAll("*").length };
}

function drawPlain(root: HTMLElement, turns: number): void {
  for (let index = 0; index < turns; index += 1) {
    const row = document.createElement("div");
    row.className = "row";
    row.textContent = wordsOf(index);
    root.append(row);
  }
  root.scrollTop = root.scrollHeight;
}

function wordsOf(index: number): string {
  return `Turn ${index} ${"says a few words more. ".repeat(1 + (index % 17))}`;
}

function nextFrame(): Promise<number> {
  return new Promise(requestAnimationFrame);
}

function longView(count: number): RunView {
  return {
    runId: "long",
    agent: "bench",
    status: "done",
    title: "Long",
    turns: Array.from({ length: count }, (_, index) => ({
      index,
      role: index % 2 === 0 ? "USER" : "ASSISTANT",
      settled: true,
      at: 0,
      parts: [{ kind: "TEXT", text: wordsOf(index) }],
    })),
    hasOlder: false,
    streaming: false,
    pending: [],
    usage: { promptTokens: 0, completionTokens: 0, totalTokens: 0 },
    role: "idle",
    interrupted: false,
    stalled: false,
    queued: 0,
    durable: true,
  };
}
