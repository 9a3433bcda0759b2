import type { RequestKind } from "@holdpoint/core";
import type { ComponentType, ReactNode } from "react";
import { Boundary } from "../boundary.tsx";
import { lazyPart } from "../lazy-part.tsx";
import { useComponentSettings } from "../settings.ts";
import { ApprovalBody } from "./approval-prompt.tsx";
import { AuthorizationBody } from "./authorization-prompt.tsx";
import { InDoubtBody } from "./in-doubt-prompt.tsx";
import { InputBody } from "./input-prompt.tsx";
import { PromptFrame, type RequestPromptProps } from "./prompt-frame.tsx";
import type { PromptProps } from "./prompt-props.ts";
import { QuestionBody, saysQuestions } from "./question-prompt.tsx";
import { UnreadableRequest } from "./unreadable-request.tsx";

// Few pages have kinds without a prompt of their own.
export const FallbackBody = lazyPart<PromptProps>(async () => (await import("./fallback-body.tsx")).FallbackBody);
export const RelayBody = lazyPart<PromptProps>(async () => (await import("./fallback-body.tsx")).RelayBody);

const bodies = new Map<RequestKind, ComponentType<PromptProps>>([
  ["approval", ApprovalBody],
  ["authorization", AuthorizationBody],
  ["in_doubt", InDoubtBody],
  ["input", InputBody],
  ["question", QuestionBody],
  ["tool_call", RelayBody],
]);

/**
 * Shows one Request and takes its Answer, whatever its kind. Kinds of your own come through
 * `<HoldpointComponents prompts>`; unknown ones are shown as they are.
 *
 * @example
 * {run.pending.map((request) => <RequestPrompt key={request.requestId} request={request} />)}
 */
export function RequestPrompt(props: RequestPromptProps): ReactNode {
  const { request } = props;
  if (request.unreadable !== undefined) return <UnreadableRequest error={request.unreadable} />;
  return <PromptFrame {...props} body={BodyOfKind} saysPrompt={saysQuestions(request)} />;
}

/** The host's prompt for a kind, or ours; also where the host's does not draw: a question can always be answered. */
function BodyOfKind(props: PromptProps): ReactNode {
  const { prompts } = useComponentSettings();
  const { kind } = props.record.request;
  const Own = prompts !== undefined && Object.hasOwn(prompts, kind) ? prompts[kind] : undefined;
  const Ours = bodies.get(kind) ?? FallbackBody;
  const ours = <Ours {...props} />;
  if (Own === undefined) return ours;
  return (
    <Boundary fallback={ours} meanwhile={null} resetKey={Own}>
      <Own {...props} />
    </Boundary>
  );
}
