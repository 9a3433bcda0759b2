import { expiryTime, type Request } from "@holdpoint/core";
import { type ReactNode, useEffect, useState } from "react";
import { useLabels } from "../settings.ts";
import { promptLabels } from "./prompt-labels.ts";

/** Timers cannot be longer than 2^31−1 ms: they would fire at once (F48). */
const longestTimerMs = 86_400_000;

/** From here on it is shown as close, in milliseconds. */
const closeMs = 60_000;

/** When it is said aloud, in milliseconds before the end. */
const saidAloudAt = [60_000, 15_000];

/** Milliseconds until a Request expires, by wall clock, kept up to date; `undefined` when it never does. */
export function useTimeLeft(request: Request): number | undefined {
  const [now, setNow] = useState(() => Date.now());
  const time = expiryTime(request);
  const left = time === undefined ? undefined : time - now;
  useEffect(() => {
    if (left === undefined || left <= 0) return;
    // Exact to the second at the end, to the unit that is shown before.
    const step = left <= 61_000 ? 1000 : Math.min(left <= 7_200_000 ? 15_000 : 600_000, left - closeMs);
    const timer = setTimeout(() => setNow(Date.now()), Math.min(step, left, longestTimerMs));
    return () => clearTimeout(timer);
  }, [left]);
  return left;
}

/**
 * What is said aloud of the expiry: once when it comes close and once more near the end, often enough to act on it and
 * no chatter. "" at all other times.
 */
export function useSpokenExpiry(left: number | undefined): string {
  const labels = useLabels("prompt", promptLabels);
  const isOpen = left !== undefined && left > 0;
  const step = isOpen ? saidAloudAt.findLast((ms) => left <= ms) : undefined;
  const [spoken, setSpoken] = useState<{ step: number | undefined; words: string }>({ step: undefined, words: "" });
  if (spoken.step === step) return spoken.words;
  const words = isOpen && step !== undefined ? labels.expiresIn(left) : "";
  setSpoken({ step, words });
  return words;
}

/** How long a Request is still open: always to be read. */
export function ExpiryNotice({ left }: { left: number }): ReactNode {
  const labels = useLabels("prompt", promptLabels);
  return (
    <p className="hp-expiry" data-close={left <= closeMs}>
      {labels.expiresIn(left)}
    </p>
  );
}
