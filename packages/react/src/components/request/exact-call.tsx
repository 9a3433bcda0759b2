import type { RequestCall } from "@holdpoint/core";
import { memo, type ReactNode, useMemo } from "react";
import { useLabels } from "../settings.ts";
import { describeUnknown } from "../text/describe-unknown.ts";
import { JsonView } from "../text/json-view.tsx";
import { visibleText } from "../text/visible-text.ts";
import { mixesScripts } from "./mixed-script.ts";
import { promptLabels } from "./prompt-labels.ts";

/** {@link ExactCall} */
export interface ExactCallProps {
  /** Our own sentence about it. */
  readonly line: string;
  readonly call: RequestCall;
  /** Where the call is what a person decides on it is open, where it is only told it is folded. @default false */
  readonly folded?: boolean;
}

/**
 * The exact call a Request stands before, drawn from the frozen copy that is hashed, validated and run (threat S13).
 * It comes before anything the model or a tool wrote.
 */
export const ExactCall = memo(function ExactCall({ line, call, folded = false }: ExactCallProps): ReactNode {
  const labels = useLabels("prompt", promptLabels);
  const isEmpty = Object.keys(call.args).length === 0;
  const length = useMemo(() => lengthBeyondSight(call.args), [call.args]);
  const args = <JsonView value={call.args} label={`${visibleText(call.toolName)}: ${labels.arguments}`} />;
  return (
    <div className="hp-call" data-digest={call.digest}>
      <p className="hp-call__line">
        <bdi>{line}</bdi>
      </p>
      {mixesScripts(call.toolName) && <p className="hp-warning">{labels.mixedScript(visibleText(call.toolName))}</p>}
      {isEmpty && !folded && <p className="hp-note">{labels.noArguments}</p>}
      {!isEmpty && !folded && args}
      {length !== undefined && !folded && <p className="hp-note">{labels.characters(length)}</p>}
      {!isEmpty && folded && (
        <details className="hp-fold">
          <summary>{labels.arguments}</summary>
          {args}
        </details>
      )}
    </div>
  );
});

/** How long arguments are that do not fit into their box, so that nobody misses what is out of sight (threat S16). */
function lengthBeyondSight(args: RequestCall["args"]): number | undefined {
  const text = describeUnknown(args, 2);
  return text.length > 600 || text.split("\n").length + text.split("\\n").length > 12 ? text.length : undefined;
}
