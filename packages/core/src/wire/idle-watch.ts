import type { Clock } from "../primitives/clock.ts";

/** Checks per limit: silence is noticed after the limit and at most a quarter of it more. */
const CHECKS = 4;

/** Notices that nothing happens. Costs one assignment per sign of life, whatever comes. */
export interface IdleWatch {
  /** Something came. */
  alive: boolean;
  stop(): void;
}

/**
 * Calls `onIdle` once when nothing came for `idleMs` milliseconds; 0 watches nothing. Counts its own checks instead of
 * comparing times, so that a wall clock that jumps cuts no stream.
 */
export function watchIdle(idleMs: number, clock: Clock, onIdle: () => void): IdleWatch {
  let quiet = 0;
  let cancel: (() => void) | undefined;
  const watch = { alive: false, stop: () => cancel?.() };
  const check = (): void => {
    quiet = watch.alive ? 0 : quiet + 1;
    watch.alive = false;
    if (quiet >= CHECKS) onIdle();
    else cancel = clock.schedule(check, idleMs / CHECKS);
  };
  // The first period has begun now: what comes before the first check must not stretch it.
  if (idleMs > 0) cancel = clock.schedule(check, idleMs / CHECKS);
  return watch;
}
