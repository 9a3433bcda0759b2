import type { RequestRecord, ViewCallPart } from "@holdpoint/core";
import { memo, type ReactNode } from "react";
import { RequestPrompt } from "../request/request-prompt.tsx";
import { useLabels } from "../settings.ts";
import { ForeignText } from "../text/foreign-text.tsx";
import { JsonFold } from "./json-fold.tsx";
import { timelineLabels } from "./timeline-labels.ts";
import { ToolResultView } from "./tool-result-view.tsx";

interface ToolCallViewProps {
  readonly call: ViewCallPart;
  /** The Request it waits for, where it is shown here. */
  readonly request?: RequestRecord | undefined;
}

/** One call: its name, where it stands, what it was given, what became of it, and what it asks. */
export const ToolCallView = memo(function ToolCallView({ call, request }: ToolCallViewProps): ReactNode {
  const labels = useLabels("timeline", timelineLabels);
  const { result, state } = call;
  return (
    <div className="hp-tool" data-state={state} data-call={call.callId}>
      <div className="hp-tool__head">
        <bdi className="hp-tool__name">
          <ForeignText text={call.toolName} />
        </bdi>
        <span className="hp-tool__state">
          {state === "failed" && result?.errorCode !== undefined
            ? labels.failedWith(result.errorCode)
            : labels.callStates[state]}
        </span>
      </div>
      {call.incomplete && <p className="hp-note">{labels.incomplete}</p>}
      {/* A prompt shows them itself, open where they are decided on. */}
      {request === undefined && Object.keys(call.args).length > 0 && (
        <JsonFold label={labels.arguments} value={call.args} />
      )}
      {result !== undefined && <ToolResultView result={result} />}
      {request !== undefined && <RequestPrompt request={request} />}
    </div>
  );
});
