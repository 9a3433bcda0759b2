import type { ReactNode } from "react";
import { lazyPart } from "../lazy-part.tsx";
import { PromptFrame, type RequestPromptProps } from "./prompt-frame.tsx";
import type { PromptProps } from "./prompt-props.ts";

/** The part of a sign-in that is its own. */
export const AuthorizationBody = lazyPart<PromptProps>(
  async () => (await import("./authorization-body.tsx")).AuthorizationBody,
);

/** Sends a person to another place to sign in, and goes on when that place, or the person, says it is done. */
export function AuthorizationPrompt(props: RequestPromptProps): ReactNode {
  return <PromptFrame {...props} body={AuthorizationBody} />;
}
