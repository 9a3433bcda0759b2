import { HoldpointError } from "../contracts/errors.ts";
import type { JsonObject } from "../contracts/json.ts";
import { readRequest } from "../contracts/read-request.ts";
import { type Answer, newRequestId, type Request } from "../contracts/request.ts";
import { isObject } from "../primitives/is-object.ts";

/** What an MCP server is told of a person's decision. */
export type ElicitationAnswer =
  | { readonly action: "accept"; readonly content?: JsonObject }
  | { readonly action: "decline" | "cancel" };

/**
 * An MCP elicitation as a Request (contract §2): a form becomes an `input` with its schema, an address an
 * `authorization`.
 *
 * @throws HoldpointError `invalid-argument` for one no person can be asked, such as an address that must not be opened.
 */
export function elicitationRequest(given: unknown): Request {
  const { mode, message, url, requestedSchema } = isObject(given) ? given : {};
  const prompt = typeof message === "string" ? message : "";
  const isAddress = mode === "url" || (mode === undefined && url !== undefined);
  const read = readRequest({
    id: newRequestId(),
    prompt,
    ...(isAddress
      ? { kind: "authorization", url: url ?? "" }
      : { kind: "input", data: { schema: requestedSchema ?? {} } }),
  });
  if (read.ok) return read.request;
  throw new HoldpointError("invalid-argument", `The server asked in a way nobody can be asked: ${read.problem}.`, {
    path: read.path,
  });
}

/** The Answer to it, as the server wants it. Only a form has content. */
export function elicitationAnswer(request: Request, answer: Answer): ElicitationAnswer {
  if (!answer.ok) return { action: answer.reason === "declined" ? "decline" : "cancel" };
  if (request.kind === "authorization") return { action: "accept" };
  return { action: "accept", content: (answer.data ?? {}) as JsonObject };
}
