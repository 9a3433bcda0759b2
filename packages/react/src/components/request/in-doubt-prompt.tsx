import type { ReactNode } from "react";
import { lazyPart } from "../lazy-part.tsx";
import { PromptFrame, type RequestPromptProps } from "./prompt-frame.tsx";
import type { PromptProps } from "./prompt-props.ts";

/** The part of a doubt that is its own. */
export const InDoubtBody = lazyPart<PromptProps>(async () => (await import("./in-doubt-body.tsx")).InDoubtBody);

/** Asks what became of a call that was running when the page stopped. Nothing runs twice without a person's word. */
export function InDoubtPrompt(props: RequestPromptProps): ReactNode {
  return <PromptFrame {...props} body={InDoubtBody} />;
}
