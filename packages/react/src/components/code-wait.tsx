import type { MouseEvent, ReactNode } from "react";
import { codeLabels } from "./code-labels.ts";
import type { CodeState, LazyCode } from "./lazy-code.ts";
import { useLabels } from "./settings.ts";

interface CodeWaitProps {
  readonly state: CodeState<unknown>;
  readonly load: LazyCode<unknown>["load"];
  /** In place of the usual words when it did not come. */
  readonly missing?: string;
  /** Hears of a press before it is loaded again. */
  readonly onAgain?: (event: MouseEvent<HTMLElement>) => void;
}

/** Stands where something will be whose code is on its way, or did not come. */
export function CodeWait({ state: { problem }, load, missing, onAgain }: CodeWaitProps): ReactNode {
  const labels = useLabels("code", codeLabels);
  if (problem === undefined) {
    return (
      <div className="hp hp-wait" role="status">
        {labels.loading}
      </div>
    );
  }
  return (
    <div className="hp hp-wait hp-problem" role="alert" data-code={problem.code}>
      {missing ?? labels.missing}
      <button
        type="button"
        className="hp-button"
        onClick={(event) => {
          onAgain?.(event);
          void load();
        }}
      >
        {labels.again}
      </button>
    </div>
  );
}
