import { expiryTime, type Request } from "@holdpoint/core";
import { type ReactNode, useEffect, useState } from "react";
import { useLabels } from "../settings.ts";
import { promptLabels } from "./prompt-labels.ts";

/** Timers cannot be longer than 2^31−1 ms: they would fire at once (F48). */
const longestTimerMs = 86_400_000;

/** Milliseconds left before these are said aloud. */
const saidAloudBelowMs = 60_000;

/** Milliseconds until a Request expires, by wall clock, kept up to date; `undefined` when it never does. */
export function useTimeLeft(request: Request): number | undefined {
  const [now, setNow] = useState(() => Date.now());
  const time = expiryTime(request);
  const left = time === undefined ? undefined : time - now;
  useEffect(() => {
    if (left === undefined || left <= 0) return;
    // Exact to the second at the end, to the unit that is shown before.
    const step = left <= 61_000 ? 1000 : left <= 7_200_000 ? 15_000 : 600_000;
    const timer = setTimeout(() => setNow(Date.now()), Math.min(step, left, longestTimerMs));
    return () => clearTimeout(timer);
  }, [left]);
  return left;
}

/** When a Request expires: always to be read, said aloud only when it is close. */
export function ExpiryNotice({ left }: { left: number }): ReactNode {
  const labels = useLabels("prompt", promptLabels);
  const isClose = left <= saidAloudBelowMs;
  return (
    <p className="hp-expiry" data-close={isClose}>
      <span>{labels.expiresIn(left)}</span>
      <span className="hp-unseen" role="status">
        {isClose ? labels.expiresIn(saidAloudBelowMs) : ""}
      </span>
    </p>
  );
}
