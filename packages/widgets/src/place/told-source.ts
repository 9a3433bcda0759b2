import type { AnswerInput, AnswerOutcome, RequestRecord } from "@holdpoint/core";
import { type RequestSource, shownDigest } from "@holdpoint/core/request-source";

/** What a page hears before an Answer is posted. It can look at it and hold it back, not change it. */
export interface AnswerDetail {
  readonly requestId: string;
  readonly runId: string;
  readonly answer: AnswerInput;
  readonly request: RequestRecord;
}

/** What a page hears after it was posted. */
export interface AnsweredDetail extends AnswerDetail {
  /** Whether this Answer counts; if not, `request.answer` is the one that was first. */
  readonly accepted: boolean;
}

/** How a page is told of Answers. */
export interface Told {
  /** `false` holds the Answer back. */
  readonly before: (detail: AnswerDetail) => boolean;
  readonly after: (detail: AnsweredDetail) => void;
  /** Why an Answer was not sent, for the person. */
  readonly heldWords: () => string;
}

/** A source whose Answers the page hears of first. What was shown last is what an Answer is for. */
export function toldSource(source: RequestSource, { before, after, heldWords }: Told): RequestSource {
  const shown = new Map<string, RequestRecord>();
  const show = (record: RequestRecord): RequestRecord => {
    shown.set(record.requestId, record);
    return record;
  };

  async function answer(requestId: string, input: AnswerInput): Promise<AnswerOutcome> {
    const request = shown.get(requestId) ?? (await source.get(requestId));
    if (request === undefined) return source.answer(requestId, input);
    // Listeners get copies of their own: what is posted is what the person said.
    const detail = { requestId, runId: request.runId, answer: input, request };
    if (!before(structuredClone(detail))) throw new Error(heldWords());
    const outcome = await source.answer(requestId, input, { digest: shownDigest(request) });
    after(structuredClone({ ...detail, accepted: outcome.accepted, request: outcome.record ?? request }));
    return outcome;
  }

  return {
    ...source,
    async list(filter) {
      const records = await source.list(filter);
      for (const record of records) show(record);
      return records;
    },
    async get(requestId) {
      const record = await source.get(requestId);
      return record && show(record);
    },
    answer,
  };
}
