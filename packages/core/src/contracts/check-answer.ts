import { faultText, freezeJson } from "../primitives/freeze-json.ts";
import { isObject } from "../primitives/is-object.ts";
import { AnswerError } from "./errors.ts";
import { loadCode } from "./load-code.ts";
import { type Answer, type AnswerReason, isExpired, type Request } from "./request.ts";

const REASONS: readonly unknown[] = ["declined", "cancelled", "expired"] satisfies readonly AnswerReason[];

/**
 * Reads an Answer from outside against the Request it is for. Only known, exactly typed fields count and are kept:
 * `ok: "true"` says nothing. Falsy data is data. What is taken is a frozen copy.
 *
 * @throws AnswerError `answer-invalid` (with the path of what is wrong), `answer-mismatch` for the Answer to another
 * Request, `request-expired`; HoldpointError `code-missing`.
 */
export async function checkAnswer(request: Request, answer: unknown, now: number): Promise<Answer> {
  const frozen = freezeJson(answer);
  if (!frozen.ok) throw invalid(faultText(frozen, "the Answer"), frozen.path);
  const given = frozen.value as Partial<Answer> | null;
  if (typeof given !== "object" || given === null || Array.isArray(given)) throw invalid("an Answer is an object", "");
  const { id, ok, reason, data } = given;
  if (id !== request.id) {
    throw new AnswerError(
      "answer-mismatch",
      "This Answer names another Request than the one it was given to. Answer that one.",
      {
        path: "id",
      },
    );
  }
  if (typeof ok !== "boolean") throw invalid("ok must be exactly true or false", "ok");
  if (isExpired(request, now)) throw lateAnswer();
  // Nothing is awaited without need: of two Answers given at once the first one stays the first.
  if (ok && hasSchema(request.data, "schema"))
    await checkData(request.data.schema, data === undefined ? {} : data, "data");
  if (ok && request.kind === "approval" && isObject(data) && Object.hasOwn(data, "args")) {
    await checkArgs(request.data, data.args);
  }
  return Object.freeze({
    id,
    ok,
    ...(data !== undefined && { data }),
    ...(!ok && REASONS.includes(reason) && reason !== undefined && { reason }),
  });
}

/** The refusal of an Answer that comes after its Request's time. */
export function lateAnswer(): AnswerError {
  return new AnswerError(
    "request-expired",
    "The time of this Request has passed, so it has answered itself as expired. Nothing was changed.",
  );
}

/** Arguments a person changed before approving: only where that may be done, and only to what the tool takes. */
async function checkArgs(asked: unknown, args: unknown): Promise<void> {
  // A tool that asks for approval itself may take whatever it likes.
  if (!isObject(asked) || !Object.hasOwn(asked, "args")) return;
  if (!Object.hasOwn(asked, "editable") || asked.editable !== true) {
    throw invalid("the arguments of this call may not be changed, so exactly these are approved or none", "data.args");
  }
  if (!isObject(args)) throw invalid("changed arguments are an object", "data.args");
  if (hasSchema(asked, "inputSchema")) await checkData(asked.inputSchema, args, "data.args");
}

function hasSchema<Key extends string>(asked: unknown, key: Key): asked is { readonly [K in Key]: unknown } {
  return isObject(asked) && Object.hasOwn(asked, key);
}

/** What is said yes with must fit the schema the Request brought. */
async function checkData(schema: unknown, data: unknown, inside: string): Promise<void> {
  const { validateJson } = await loadCode(() => import("../primitives/json-schema.ts"));
  const check = validateJson(schema, data);
  if (check.ok) return;
  const [first] = check.issues;
  const path = first === undefined || first.path === "" ? inside : `${inside}.${first.path}`;
  const all = check.issues
    .slice(0, 8)
    .map((issue) => `${issue.path === "" ? "the value" : issue.path} ${issue.message}`);
  throw invalid(`its data does not fit: ${all.join("; ")}`, path);
}

function invalid(problem: string, path: string): AnswerError {
  return new AnswerError("answer-invalid", `This Answer was not taken: ${problem}.`, path === "" ? {} : { path });
}
