import type { AnswerOutcome, Request, RequestRecord } from "@holdpoint/core";
import type { PromptAnswer } from "./prompt-props.ts";

/** What a test says of a Request; everything else is ordinary. */
export interface RequestInput extends Partial<Omit<RequestRecord, "request" | "call">> {
  readonly request?: Partial<Request>;
  readonly call?: Partial<RequestRecord["call"]>;
}

let last = 0;

/** A Request as the store holds it. */
export function requestRecord({ request, call, ...rest }: RequestInput = {}): RequestRecord {
  last += 1;
  const requestId = request?.id ?? `req_${last}`;
  return {
    v: 1,
    requestId,
    runId: "run_1",
    agent: "shop",
    turn: 1,
    raisedAt: 1_800_000_000_000,
    state: "open",
    origin: "policy",
    callId: "call_1",
    call: {
      callId: "call_1",
      toolName: "refund_order",
      args: { order: "A-17", amount: 42.5 },
      digest: "ab12",
      ...call,
    },
    request: { id: requestId, kind: "approval", prompt: "Allow refund_order?", ...request },
    ...rest,
  };
}

/** Takes Answers like a store: the first one counts. */
export function answerBox(record: RequestRecord): {
  readonly given: PromptAnswer[];
  readonly onAnswer: (requestId: string, answer: PromptAnswer) => Promise<AnswerOutcome>;
} {
  const given: PromptAnswer[] = [];
  return {
    given,
    onAnswer: async (requestId, answer) => {
      if (requestId !== record.requestId) throw new Error(`an answer to ${requestId}, which was not asked`);
      given.push(answer);
      return { accepted: true, record: { ...record, state: "settled", answer: { id: requestId, ...answer } } };
    },
  };
}
