import type { RunHandle } from "./runs.ts";
import type { RunView } from "./view.ts";

/** The first view of a run that fits, the one it shows now included. */
export function until(run: RunHandle, fits: (view: RunView) => boolean): Promise<RunView> {
  return new Promise((resolve) => {
    const look = () => {
      if (!fits(run.getView())) return;
      queueMicrotask(() => stop());
      resolve(run.getView());
    };
    const stop = run.subscribe(look);
    look();
  });
}
