import type { ErrorRecord } from "../../contracts/errors.ts";
import type { AnswerInput } from "../answer-request.ts";
import type { AnswerOutcome, RequestFilter, RequestRecord, StoreChange } from "../journal.ts";

/** What an Answer says beside itself. */
export interface SourceAnswerOptions {
  /**
   * The digest of the call the person saw: an Answer to anything else is refused.
   * @default that of the Request as this source last gave it
   */
  readonly digest?: string;
}

/** Whether changes reach us. */
export interface SourceState {
  /** False while the connection is down: what is shown may be old. It is tried again by itself. */
  readonly connected: boolean;
  readonly error?: ErrorRecord;
}

/**
 * Where Requests are: in a store of this page, or elsewhere. What shows and answers them needs no more than this, and
 * no agent. The protocol of the one over HTTP is `docs/request-source.md`.
 */
export interface RequestSource {
  /** Requests, oldest first; those of sub-agents that their parent asks in their place are left out. */
  list(filter?: RequestFilter): Promise<readonly RequestRecord[]>;
  /** A Request in any state; `undefined` when there is none. */
  get(requestId: string): Promise<RequestRecord | undefined>;
  /**
   * Hears that something changed: a hint to read again. Gives the way to stop.
   *
   * @param onState - hears when changes stop reaching us, and when they do again
   */
  watch(listener: (change: StoreChange) => void, onState?: (state: SourceState) => void): () => void;
  /**
   * Answers an open Request. The first Answer wins; a later one is told what was decided.
   *
   * @throws AnswerError `answer-invalid`, `answer-mismatch`, `request-expired`, `unknown-request`; nothing is changed.
   */
  answer(requestId: string, answer: AnswerInput, options?: SourceAnswerOptions): Promise<AnswerOutcome>;
  /** Takes an Answer back while its run has not acted on it: `true` when it did. */
  retract(requestId: string): Promise<boolean>;
}
