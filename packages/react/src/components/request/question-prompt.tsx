import type { RequestRecord } from "@holdpoint/core";
import type { ReactNode } from "react";
import { lazyPart } from "../lazy-part.tsx";
import { ForeignText } from "../text/foreign-text.tsx";
import { PromptFrame, type RequestPromptProps } from "./prompt-frame.tsx";
import type { PromptProps } from "./prompt-props.ts";
import { readQuestions } from "./read-questions.ts";

/** The part of a question prompt that is its own. What is asked can be read before it can be answered. */
export const QuestionBody = lazyPart<PromptProps>(
  async () => (await import("./question-body.tsx")).QuestionBody,
  ({ record }, wait) => (
    <>
      {readQuestions(record.request.data).map(({ question }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two questions may read alike
        <p key={index} className="hp-text" dir="auto">
          <ForeignText text={question} />
        </p>
      ))}
      {wait}
    </>
  ),
);

/** Asks the questions of the question tool (contract §4A); each may also be answered in own words. */
export function QuestionPrompt(props: RequestPromptProps): ReactNode {
  return <PromptFrame {...props} body={QuestionBody} saysPrompt={saysQuestions(props.request)} />;
}

/** The prompt of the question tool is its questions once more. */
export function saysQuestions({ request }: RequestRecord): boolean {
  return request.kind === "question" && readQuestions(request.data).length > 0;
}
