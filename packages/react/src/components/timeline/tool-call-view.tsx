import type { RequestRecord, ViewCallPart } from "@holdpoint/core";
import { type ComponentType, memo, type ReactNode } from "react";
import { type ToolCall, toolCallOf } from "../../binding/tool-call.ts";
import { Boundary } from "../boundary.tsx";
import { RequestPrompt } from "../request/request-prompt.tsx";
import { useComponentSettings, useLabels } from "../settings.ts";
import { ForeignText } from "../text/foreign-text.tsx";
import { CallProgressView } from "./call-progress.tsx";
import { JsonFold } from "./json-fold.tsx";
import { TextFold } from "./text-fold.tsx";
import { timelineLabels } from "./timeline-labels.ts";
import { ToolResultView } from "./tool-result-view.tsx";

interface ToolCallViewProps {
  readonly call: ViewCallPart;
  /** The Request it waits for, where it is shown here. */
  readonly request?: RequestRecord | undefined;
}

/**
 * One call, by the card the host gave for its tool or by default, and what it asks. The prompt is never the card's to
 * leave out.
 */
export const ToolCallView = memo(function ToolCallView({ call, request }: ToolCallViewProps): ReactNode {
  const { renderers } = useComponentSettings();
  const Card = renderers && Object.hasOwn(renderers, call.toolName) ? renderers[call.toolName] : undefined;
  const plain = <PlainCall call={call} isAsked={request !== undefined} />;
  return (
    <div className={Card === undefined ? "hp-tool" : "hp-card"} data-state={call.state} data-call={call.callId}>
      {Card === undefined ? (
        plain
      ) : (
        <Boundary fallback={plain} resetKey={call}>
          <Drawn Card={Card as ComponentType<ToolCall>} call={call} />
        </Boundary>
      )}
      {request !== undefined && <RequestPrompt request={request} />}
    </div>
  );
});

function Drawn({ Card, call }: { Card: ComponentType<ToolCall>; call: ViewCallPart }): ReactNode {
  return <Card {...toolCallOf(call)} />;
}

/** A call as it is shown without a card: its name, where it stands, what it was given, what became of it. */
function PlainCall({ call, isAsked }: { call: ViewCallPart; isAsked: boolean }): ReactNode {
  const labels = useLabels("timeline", timelineLabels);
  const { result, state } = call;
  return (
    <>
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
      {call.progress !== undefined && <CallProgressView progress={call.progress} />}
      {call.argsText !== undefined && <TextFold label={labels.arguments} text={call.argsText} />}
      {/* A prompt shows them itself, open where they are decided on. */}
      {!isAsked && Object.keys(call.args).length > 0 && <JsonFold label={labels.arguments} value={call.args} />}
      {result !== undefined && <ToolResultView result={result} />}
    </>
  );
}
