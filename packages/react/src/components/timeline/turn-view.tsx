import type { RequestRecord, ViewPart, ViewTurn } from "@holdpoint/core";
import { memo, type ReactNode } from "react";
import { PartView } from "../parts/part-view.tsx";
import { useLabels } from "../settings.ts";
import { ReasoningPartView } from "./reasoning-part.tsx";
import { TextPartView } from "./text-part.tsx";
import { timelineLabels } from "./timeline-labels.ts";
import { ToolCallView } from "./tool-call-view.tsx";

interface TurnViewProps {
  readonly turn: ViewTurn;
  /** The Requests that are open. */
  readonly requests: readonly RequestRecord[];
}

/** One turn. It and each of its parts are drawn again only when they changed. */
export const TurnView = memo(function TurnView({ turn, requests }: TurnViewProps): ReactNode {
  const labels = useLabels("timeline", timelineLabels);
  return (
    <li className="hp-turn" data-role={turn.role} data-settled={turn.settled}>
      <span className="hp-unseen">{labels.roles[turn.role]}:</span>
      {turn.parts.map((part, index) => (
        // A part is its place in the turn: parts are only ever added at the end.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <TurnPartView key={index} part={part} request={requestOf(part, requests)} />
      ))}
    </li>
  );
});

interface TurnPartViewProps {
  readonly part: ViewPart;
  readonly request: RequestRecord | undefined;
}

const TurnPartView = memo(function TurnPartView({ part, request }: TurnPartViewProps): ReactNode {
  switch (part.kind) {
    case "TEXT":
      return <TextPartView text={part.text} />;
    case "REASONING":
      return <ReasoningPartView text={part.text} />;
    case "CONTENT":
      return <PartView part={part} />;
    case "TOOL_CALL":
      return <ToolCallView call={part} request={request} />;
    default:
      // A kind of a later version: what is known around it is still shown.
      return part satisfies never;
  }
});

function requestOf(part: ViewPart, requests: readonly RequestRecord[]): RequestRecord | undefined {
  if (part.kind !== "TOOL_CALL" || part.requestId === undefined) return undefined;
  return requests.find(({ requestId }) => requestId === part.requestId);
}
