/** How the page moved while it was watched. */
export interface Frames {
  readonly count: number;
  /** Frames a screen of 60 Hz would have shown and did not get. */
  readonly dropped: number;
  /** Of tasks of 50 ms or more, in milliseconds. */
  readonly longTasks: readonly number[];
}

const frameMs = 1000 / 60;

/** Counts frames, those that were missed, and long tasks, until the function it gives back is called. */
export function watchFrames(): () => Frames {
  const longTasks: number[] = [];
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longTasks.push(duration);
  });
  observer.observe({ type: "longtask" });
  let count = 0;
  let dropped = 0;
  let last: number | undefined;
  let handle = requestAnimationFrame(function onFrame(at) {
    if (last !== undefined) dropped += Math.max(0, Math.round((at - last) / frameMs) - 1);
    last = at;
    count += 1;
    handle = requestAnimationFrame(onFrame);
  });
  return () => {
    cancelAnimationFrame(handle);
    for (const { duration } of observer.takeRecords()) longTasks.push(duration);
    observer.disconnect();
    return { count, dropped, longTasks };
  };
}
