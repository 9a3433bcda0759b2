import type { RequestRecord, ViewPart, ViewTurn } from "@holdpoint/core";
import { memo, type ReactNode } from "react";
import { Boundary } from "../boundary.tsx";
import { PartView } from "../parts/part-view.tsx";
import { useComponentSettings, useLabels } from "../settings.ts";
import { type Branching, MessageBranches } from "./message-branches.tsx";
import { ReasoningPartView } from "./reasoning-part.tsx";
import { SaidPartView } from "./said-part.tsx";
import { TextPartView } from "./text-part.tsx";
import { timelineLabels } from "./timeline-labels.ts";
import { ToolCallView } from "./tool-call-view.tsx";

interface TurnViewProps {
  readonly turn: ViewTurn;
  /** Text of it is still coming. */
  readonly streaming: boolean;
  /** The Requests that are open. */
  readonly requests: readonly RequestRecord[];
  /** How this message can be said anew. */
  readonly branching?: Branching | undefined;
}

/** One turn. It and each of its parts are drawn again only when they changed. */
export const TurnView = memo(function TurnView({ turn, streaming, requests, branching }: TurnViewProps): ReactNode {
  const labels = useLabels("timeline", timelineLabels);
  const last = turn.parts.length - 1;
  const parts = (
    <div className="hp-turn" data-role={turn.role} data-settled={turn.settled} data-streaming={streaming}>
      <span className="hp-unseen">{labels.roles[turn.role]}:</span>
      {turn.parts.map((part, index) => (
        <TurnPartView
          // A part is its place in the turn: parts are only ever added at the end.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          key={index}
          part={part}
          request={requestOf(part, requests)}
          written={turn.role === "ASSISTANT"}
          grows={!turn.settled && index === last}
        />
      ))}
    </div>
  );
  return branching === undefined || turn.role !== "USER" ? (
    parts
  ) : (
    <MessageBranches turn={turn} branching={branching}>
      {parts}
    </MessageBranches>
  );
});

interface TurnPartViewProps {
  readonly part: ViewPart;
  readonly request: RequestRecord | undefined;
  /** By the agent. */
  readonly written: boolean;
  readonly grows: boolean;
}

const TurnPartView = memo(function TurnPartView({ part, request, written, grows }: TurnPartViewProps): ReactNode {
  const { text: Text } = useComponentSettings();
  switch (part.kind) {
    case "TEXT": {
      const plain = <TextPartView text={part.text} />;
      if (Text === undefined || !written) return plain;
      return (
        <Boundary fallback={plain} resetKey={grows}>
          <Text text={part.text} grows={grows} />
        </Boundary>
      );
    }
    case "REASONING":
      return <ReasoningPartView text={part.text} />;
    case "CONTENT":
      return <PartView part={part} />;
    case "TOOL_CALL":
      return <ToolCallView call={part} request={request} />;
    case "REFUSAL":
    case "SPOKEN":
      return <SaidPartView part={part} />;
    default:
      // A kind of a later version: what is known around it is still shown.
      return part satisfies never;
  }
});

function requestOf(part: ViewPart, requests: readonly RequestRecord[]): RequestRecord | undefined {
  if (part.kind !== "TOOL_CALL" || part.requestId === undefined) return undefined;
  return requests.find(({ requestId }) => requestId === part.requestId);
}
