import { AnswerError, HoldpointError } from "../../contracts/errors.ts";
import { type Clock, systemClock } from "../../primitives/clock.ts";
import { isObject } from "../../primitives/is-object.ts";
import type { RequestFilter, RequestRecord, RequestState } from "../journal.ts";
import type { Runs } from "../runs.ts";
import { eventBody } from "./event-response.ts";
import { createLocalSource } from "./local-source.ts";
import { originRule } from "./origin-rule.ts";
import { readBody } from "./read-body.ts";
import { isId, readRecord } from "./read-record.ts";
import { type KeptReply, ReplyMemory } from "./reply-memory.ts";
import type { RequestBoard } from "./request-board.ts";
import type { RequestSource } from "./request-source.ts";
import type { RequestStore } from "./request-store.ts";
import { checkShown } from "./shown-digest.ts";
import { isRefusalCode, KEY_HEADER, REFUSALS, type RefusalCode, SOURCE_VERSION } from "./source-protocol.ts";
import { warnInConsole } from "./warn-in-console.ts";

/** What a request to the handler wants to do. */
export interface SourceAccess {
  readonly action: "list" | "read" | "watch" | "answer" | "retract" | "publish";
  readonly requestId?: string;
}

/** Who is let in, and what of it they see. */
export interface SourceGrant {
  /** Requests this person may see and answer; the others do not exist for them. @default all */
  readonly sees?: (record: RequestRecord) => boolean;
}

/** Decides who may do what, from the session or token a request carries. Throwing is a no. */
export type Authorize = (
  request: Request,
  access: SourceAccess,
) => boolean | SourceGrant | Promise<boolean | SourceGrant>;

/** {@link createRequestHandler} */
export interface RequestHandlerOptions {
  /** What is served: a store, the runs of this process, a board, or any other source. */
  readonly source: RequestSource | RequestStore | Runs;
  /** Who may do what. There is no default: without it the handler refuses to start. */
  readonly authorize: Authorize;
  /** The path it is served at. @default "/holdpoint/requests" */
  readonly path?: string;
  /** Origins whose pages may ask beside this server's own: `https://desk.example.com`. Exact. @default none */
  readonly origins?: readonly string[];
  /** Hears of what went wrong inside; a client is told no details. @default console.error */
  readonly onError?: (error: unknown) => void;
  readonly clock?: Clock;
}

/** One list holds no more than this. */
const MAX_LISTED = 500;

const STATES: ReadonlySet<string> = new Set(["open", "answered", "settled", "closed"] satisfies RequestState[]);

/**
 * Serves Requests over HTTP, as `docs/request-source.md` says, from any server that speaks Fetch: so a run in one
 * browser, or on a server, is approved from another machine.
 *
 * @throws HoldpointError `invalid-argument` without `authorize`, and for an origin that is none
 *
 * @example
 * const handle = createRequestHandler({
 *   source: createRequestBoard(),
 *   authorize: async (request) => (await sessionOf(request)) !== undefined,
 * });
 * export default { fetch: handle };
 */
export function createRequestHandler(options: RequestHandlerOptions): (request: Request) => Promise<Response> {
  const { path = "/holdpoint/requests", origins = [], clock = systemClock } = options;
  const { onError = (error: unknown) => warnInConsole("The request handler failed.", error) } = options;
  const authorize: unknown = options.authorize;
  if (typeof authorize !== "function") {
    throw new HoldpointError(
      "invalid-argument",
      "createRequestHandler needs `authorize`: without it anybody could approve. Give a function that looks at the session or token of the request.",
    );
  }
  const origin = originRule(origins);
  const source = isSource(options.source) ? options.source : createLocalSource(options.source, clock);
  const replies = new ReplyMemory();

  async function grantOf(request: Request, access: SourceAccess): Promise<SourceGrant | undefined> {
    try {
      const said: unknown = await options.authorize(request, access);
      if (said === true) return {};
      return isObject(said) ? (said as SourceGrant) : undefined;
    } catch (error) {
      // What fails to say yes says no.
      onError(error);
      return undefined;
    }
  }

  async function found(requestId: string, { sees }: SourceGrant): Promise<RequestRecord> {
    const record = await source.get(requestId);
    if (record !== undefined && (sees === undefined || sees(record))) return record;
    throw new AnswerError("unknown-request", `There is no request ${requestId} here.`);
  }

  async function list(url: URL, { sees }: SourceGrant): Promise<KeptReply> {
    const all = await source.list(readFilter(url));
    const seen = sees === undefined ? all : all.filter((record) => sees(record));
    const more = seen.length > MAX_LISTED;
    return ok({ requests: seen.slice(0, MAX_LISTED), ...(more && { more }) });
  }

  async function answer(request: Request, requestId: string, grant: SourceGrant): Promise<KeptReply> {
    const key = request.headers.get(KEY_HEADER) ?? "";
    if (!/^[!-~]{8,200}$/.test(key)) {
      throw new HoldpointError("invalid-argument", `The header ${KEY_HEADER} must hold 8 to 200 printable characters.`);
    }
    const body = await jsonOf(request);
    const { answer: given, digest } = body;
    if (!isObject(given)) throw new HoldpointError("invalid-argument", "The body holds no answer.", { path: "answer" });
    if (given.id !== requestId) {
      throw new AnswerError("answer-mismatch", "The Answer names another Request than the address.", {
        path: "answer.id",
      });
    }
    if (typeof digest !== "string") {
      throw new AnswerError("answer-mismatch", "The Answer does not say which call was shown.", { path: "digest" });
    }
    const { ok: isYes, data, reason } = given as { ok: boolean; data?: unknown; reason?: "declined" };
    const input = { ok: isYes, ...(data !== undefined && { data }), ...(reason !== undefined && { reason }) };
    const record = await found(requestId, grant);
    checkShown(record, digest);
    const fingerprint = JSON.stringify([requestId, digest, input]);
    const reply = await replies.once(key, fingerprint, async () => {
      try {
        const outcome = await source.answer(requestId, input, { digest });
        return outcome.accepted ? ok({ accepted: true, request: outcome.record }) : decided(outcome.record);
      } catch (error) {
        return refusalOf(error);
      }
    });
    if (reply === undefined) {
      throw new AnswerError("answer-mismatch", `This ${KEY_HEADER} was used for another Answer. Take a new one.`);
    }
    return reply;
  }

  async function publish(request: Request, requestId: string): Promise<KeptReply> {
    if (!isBoard(source)) throw notAllowed();
    const read = await readRecord((await jsonOf(request)).request);
    if (!read.ok)
      throw new HoldpointError("invalid-argument", `The request was refused: ${read.problem}.`, { path: read.path });
    if (read.record.requestId !== requestId) {
      throw new AnswerError("answer-mismatch", "The body names another Request than the address.", {
        path: "request.requestId",
      });
    }
    return ok({ request: await source.publish(read.record) });
  }

  function refusalOf(error: unknown): KeptReply {
    if (HoldpointError.is(error) && isRefusalCode(error.code)) return refuse(error.code, error.message, error.path);
    onError(error);
    return { status: 500, body: { v: SOURCE_VERSION, error: { code: "internal", message: "The server failed." } } };
  }

  async function respond(request: Request, url: URL, access: SourceAccess, grant: SourceGrant): Promise<KeptReply> {
    const { action, requestId = "" } = access;
    switch (action) {
      case "list":
        return list(url, grant);
      case "read":
        return ok({ request: await found(requestId, grant) });
      case "answer":
        return answer(request, requestId, grant);
      case "publish":
        return publish(request, requestId);
      case "retract":
        await found(requestId, grant);
        return ok({ retracted: await source.retract(requestId) });
      case "watch":
        throw notAllowed();
    }
  }

  return async (request) => {
    const url = new URL(request.url);
    const given = request.headers.get("origin");
    const headers = origin.headersFor(given);
    if (!origin.allows(given, url)) {
      return json(refuse("source-refused", "Pages of this origin may not ask here."), headers);
    }
    if (request.method === "OPTIONS") return new Response(null, { status: 204, headers: origin.preflight(given) });
    try {
      const access = readAccess(request.method, url.pathname, path);
      const grant = await grantOf(request, access);
      if (grant === undefined) return json(refuse("source-refused", "You may not do this here."), headers);
      if (access.action === "watch") {
        return new Response(eventBody(source, clock, request.signal), { headers: { ...headers, ...eventHeaders } });
      }
      return json(await respond(request, url, access, grant), headers);
    } catch (error) {
      return json(refusalOf(error), headers);
    }
  };
}

function isSource(source: RequestHandlerOptions["source"]): source is RequestSource {
  return "watch" in source;
}

function isBoard(source: RequestSource): source is RequestBoard {
  return "publish" in source;
}

/** What method and path ask for. @throws HoldpointError `unsupported`; AnswerError `unknown-request` */
function readAccess(method: string, pathname: string, base: string): SourceAccess {
  const rest = pathname.startsWith(base) ? pathname.slice(base.length).replace(/\/$/, "") : undefined;
  if (rest === "") return only(method, { GET: { action: "list" } });
  const [start, id = "", end, ...more] = (rest ?? "/").split("/");
  const requestId = decode(id);
  if (start !== "" || more.length > 0 || !isId(requestId)) throw nothingHere();
  if (end === undefined && id === "events") return only(method, { GET: { action: "watch" } });
  if (end === undefined)
    return only(method, { GET: { action: "read", requestId }, PUT: { action: "publish", requestId } });
  if (end !== "answer") throw nothingHere();
  return only(method, { POST: { action: "answer", requestId }, DELETE: { action: "retract", requestId } });
}

function only(method: string, accesses: Readonly<Record<string, SourceAccess>>): SourceAccess {
  const access = Object.hasOwn(accesses, method) ? accesses[method] : undefined;
  if (access === undefined) throw notAllowed();
  return access;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch (error) {
    if (error instanceof URIError) return "";
    throw error;
  }
}

function readFilter({ searchParams }: URL): RequestFilter {
  const states = searchParams.getAll("state");
  if (states.some((state) => !STATES.has(state))) {
    throw new HoldpointError("invalid-argument", "A state is none of open, answered, settled, closed.", {
      path: "state",
    });
  }
  const [runId, agent] = [searchParams.get("runId"), searchParams.get("agent")];
  return {
    ...(states.length > 0 && { state: states as RequestState[] }),
    ...(runId !== null && { runId }),
    ...(agent !== null && { agent }),
  };
}

async function jsonOf(request: Request): Promise<Record<string, unknown>> {
  // A form of another page can send text, but not this type without asking first.
  if (!/^application\/json\b/i.test(request.headers.get("content-type") ?? "")) {
    throw new HoldpointError("invalid-argument", "The body must be application/json.");
  }
  const body = await readBody(request);
  if (!body.ok && body.problem === "too-large") throw new HoldpointError("too-large", "The body is too large.");
  if (!body.ok || !isObject(body.value)) throw new HoldpointError("invalid-argument", "The body is no JSON object.");
  if (body.value.v !== SOURCE_VERSION) {
    throw new HoldpointError("invalid-argument", `The body is not of version ${SOURCE_VERSION}.`, { path: "v" });
  }
  return body.value;
}

function ok(body: object): KeptReply {
  return { status: 200, body: { v: SOURCE_VERSION, ...body } };
}

function decided(record: RequestRecord | undefined): KeptReply {
  if (record === undefined) return refuse("unknown-request", "There is no such request here.");
  const isClosed = record.state === "closed";
  const reply = isClosed
    ? refuse("request-closed", "The run has ended, so this Request is closed.")
    : refuse("already-answered", "Somebody was first: this Request has its Answer.");
  return { ...reply, body: { ...(reply.body as object), accepted: false, request: record } };
}

function refuse(code: RefusalCode, message: string, path?: string): KeptReply {
  const error = { code, message, ...(path !== undefined && { path }) };
  return { status: REFUSALS[code], body: { v: SOURCE_VERSION, error } };
}

function notAllowed(): HoldpointError {
  return new HoldpointError("unsupported", "This cannot be done here.");
}

function nothingHere(): AnswerError {
  return new AnswerError("unknown-request", "There is nothing here.");
}

const commonHeaders = { "cache-control": "no-store", "x-content-type-options": "nosniff" };
// Buffers between would keep events back.
const eventHeaders = { ...commonHeaders, "content-type": "text/event-stream", "x-accel-buffering": "no" };

function json({ status, body }: KeptReply, headers: Readonly<Record<string, string>>): Response {
  return Response.json(body, { status, headers: { ...headers, ...commonHeaders } });
}
