import type { Answer, RequestRecord } from "@holdpoint/core";

/** What a person said, before it is bound to its Request. */
export type PromptAnswer = Omit<Answer, "id">;

/**
 * What a prompt gets, ours and your own alike. It draws the Request and calls `answer` once; the frame round it shows
 * the exact call, the expiry, and what became of the Answer.
 */
export interface PromptProps {
  readonly record: RequestRecord;
  /**
   * Sends what the person said.
   *
   * @returns why it was not taken (`answer-invalid` names the field in `path`), or nothing when it was
   */
  readonly answer: (answer: PromptAnswer) => Promise<Error | undefined>;
  /** True while an Answer is under way. */
  readonly sending: boolean;
}
