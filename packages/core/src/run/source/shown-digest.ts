import { AnswerError } from "../../contracts/errors.ts";
import type { RequestRecord } from "../journal.ts";

/** The digest of the call a prompt shows: a sub-agent's own call where one asks. */
export function shownDigest({ call, child }: Pick<RequestRecord, "call" | "child">): string {
  return (child?.call ?? call).digest;
}

/** Makes sure that what was shown is what waits. @throws AnswerError `answer-mismatch` */
export function checkShown(record: RequestRecord, digest: string | undefined): void {
  if (digest === undefined || digest === shownDigest(record)) return;
  throw new AnswerError(
    "answer-mismatch",
    "This Answer was given to another call than the one that waits, so nothing was changed. Look at the Request again.",
    { path: "digest" },
  );
}
