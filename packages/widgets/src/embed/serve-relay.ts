import { AnswerError, type AnswerInput, HoldpointError } from "@holdpoint/core";
import type { RequestSource } from "@holdpoint/core/request-source";
import { own, type RelayCall } from "./embed-protocol.ts";

/**
 * Does for a frame what it asks, with the Requests this page holds.
 *
 * @param only - the one Request this frame was made for; any other is refused
 */
export async function serveRelay(source: RequestSource, only: string | undefined, call: RelayCall): Promise<unknown> {
  if (call.method === "list") {
    if (only === undefined) return source.list();
    const record = await source.get(only);
    return record === undefined ? [] : [record];
  }
  const { requestId } = call;
  if (only !== undefined && requestId !== only) {
    throw new AnswerError("answer-mismatch", "This frame was made for another Request. Nothing was changed.");
  }
  switch (call.method) {
    case "get":
      return (await source.get(requestId)) ?? null;
    case "retract":
      return source.retract(requestId);
    case "answer":
      return source.answer(requestId, readAnswer(requestId, call.answer), { digest: call.digest });
  }
}

/** What the source refuses for its shape, with a code, is refused there; here only what is no object at all. */
function readAnswer(requestId: string, answer: unknown): AnswerInput {
  if (typeof answer !== "object" || answer === null) {
    throw new AnswerError("answer-invalid", "This Answer was not taken: an Answer is an object.");
  }
  const id = own(answer, "id");
  if (id !== undefined && id !== requestId) {
    throw new AnswerError("answer-mismatch", "This Answer names another Request than it was given to.", { path: "id" });
  }
  const [ok, data, reason] = [own(answer, "ok"), own(answer, "data"), own(answer, "reason")];
  return {
    ok: ok as boolean,
    ...(data !== undefined && { data }),
    ...(reason !== undefined && { reason: reason as "declined" }),
  };
}

/** A failure as it goes over to the other side: its code and its words, nothing else. */
export function refusalOf(error: unknown): { readonly code: string; readonly message: string } {
  if (HoldpointError.is(error)) return { code: error.code, message: error.message };
  return { code: "internal", message: "The page that holds the requests failed." };
}
