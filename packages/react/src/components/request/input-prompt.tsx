import type { ReactNode } from "react";
import { lazyPart } from "../lazy-part.tsx";
import { PromptFrame, type RequestPromptProps } from "./prompt-frame.tsx";
import type { PromptProps } from "./prompt-props.ts";

/** The part of an input prompt that is its own. */
export const InputBody = lazyPart<PromptProps>(async () => (await import("./input-body.tsx")).InputBody);

/** Asks for values, by a form made of `data.schema`. What was typed is kept over a reload. */
export function InputPrompt(props: RequestPromptProps): ReactNode {
  return <PromptFrame {...props} body={InputBody} />;
}
