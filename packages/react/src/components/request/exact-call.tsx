import type { RequestCall } from "@holdpoint/core";
import { memo, type ReactNode } from "react";
import { useLabels } from "../settings.ts";
import { JsonView } from "../text/json-view.tsx";
import { visibleText } from "../text/visible-text.ts";
import { mixesScripts } from "./mixed-script.ts";
import { promptLabels } from "./prompt-labels.ts";

/** {@link ExactCall} */
export interface ExactCallProps {
  /** Our own sentence about it. */
  readonly line: string;
  readonly call: RequestCall;
}

/**
 * The exact call a Request stands before, drawn from the frozen copy that is hashed, validated and run (threat S13).
 * It comes before anything the model or a tool wrote.
 */
export const ExactCall = memo(function ExactCall({ line, call }: ExactCallProps): ReactNode {
  const labels = useLabels("prompt", promptLabels);
  return (
    <div className="hp-call" data-digest={call.digest}>
      <p className="hp-call__line">
        <bdi>{line}</bdi>
      </p>
      {mixesScripts(call.toolName) && <p className="hp-warning">{labels.mixedScript(visibleText(call.toolName))}</p>}
      {Object.keys(call.args).length === 0 ? (
        <p className="hp-note">{labels.noArguments}</p>
      ) : (
        <JsonView value={call.args} label={`${visibleText(call.toolName)}: ${labels.data}`} />
      )}
    </div>
  );
});
