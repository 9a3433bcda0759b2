/** While a page is hidden no frame comes; this often it is brought up to date all the same, in milliseconds. */
const hiddenEveryMs = 250;

/** Joins any number of requests into one call per animation frame. */
export interface FrameBatch {
  /** Asks for a call at the next frame. */
  request(): void;
  /** Forgets what was asked. */
  cancel(): void;
}

/**
 * Runs something at most once per animation frame, however often it is asked for: text can come in thousands of pieces
 * a second, and a screen shows sixty pictures of it. A hidden tab has no frames, so there a timer stands in.
 */
export function createFrameBatch(run: () => void): FrameBatch {
  let frame: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const cancel = (): void => {
    if (frame !== undefined) cancelAnimationFrame(frame);
    clearTimeout(timer);
    frame = undefined;
    timer = undefined;
  };
  const fire = (): void => {
    cancel();
    run();
  };
  return {
    request() {
      if (timer !== undefined) return;
      if (typeof requestAnimationFrame === "function") frame = requestAnimationFrame(fire);
      // Also while visible: a tab may be hidden between now and its next frame.
      timer = setTimeout(fire, hiddenEveryMs);
    },
    cancel,
  };
}
