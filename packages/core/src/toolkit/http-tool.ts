import { describeThrown, HoldpointError } from "../contracts/errors.ts";
import type { HostValue } from "../contracts/host-value.ts";
import type { JsonObject, JsonSchema } from "../contracts/json.ts";
import type { Tool, ToolContext } from "../contracts/tool.ts";
import { ToolResult } from "../contracts/tool-result.ts";
import { type Clock, systemClock } from "../primitives/clock.ts";
import { startDeadline } from "../primitives/deadline.ts";
import { LIMITS } from "../primitives/limits.ts";
import { orAborted } from "../primitives/or-aborted.ts";
import { redact } from "../primitives/redact.ts";
import { NO_ARGUMENTS } from "./define-tool.ts";
import { type HttpRequestPlan, type HttpToolRequest, httpToolRequest } from "./http-tool-request.ts";

/** What {@link httpTool} takes (contract §7). */
export interface HttpToolOptions extends HttpRequestPlan {
  readonly name: string;
  readonly description: string;
  /** Values, or functions that give them when a request is made. They never reach a result, an error or a log. */
  readonly headers?: Readonly<Record<string, HostValue>>;
  /** @default an object without properties */
  readonly inputSchema?: JsonSchema;
  /** Milliseconds for the whole request. @default 30000 */
  readonly timeout?: number;
  /** The body's text; its compact JSON; or the status on a line before the text. @default "text" */
  readonly resultMode?: "text" | "json" | "status+text";
  /** @default the platform's fetch */
  readonly fetch?: typeof globalThis.fetch;
  /** @default false */
  readonly idempotent?: boolean;
  /** @default false */
  readonly endsRun?: boolean;
  /** @default false */
  readonly destructive?: boolean;
  readonly clock?: Clock;
}

/**
 * Makes a tool of one HTTP endpoint (contract §7). A redirect is not followed when headers were given: they would go
 * along to an address the host never named.
 *
 * @example
 * const getUser = httpTool({
 *   name: "get_user",
 *   description: "Looks a user up",
 *   method: "GET",
 *   url: "https://api.example.com/users/{id}",
 *   headers: { "x-api-key": () => session.key },
 *   inputSchema: { type: "object", properties: { id: { type: "string" } }, required: ["id"] },
 * });
 */
export function httpTool(options: HttpToolOptions): Tool {
  const { name, description, inputSchema = NO_ARGUMENTS, idempotent, endsRun, destructive } = options;
  return Object.freeze({
    name,
    description,
    inputSchema,
    source: "http",
    execute: (args, context) => execute(options, args, context),
    ...(idempotent && { idempotent }),
    ...(endsRun && { endsRun }),
    ...(destructive && { destructive }),
  } satisfies Tool);
}

async function execute(options: HttpToolOptions, args: JsonObject, context: ToolContext = {}): Promise<ToolResult> {
  const { clock = systemClock } = options;
  const timeoutMs = context.timeout ?? options.timeout ?? 30_000;
  const timeoutError = () => new HoldpointError("timeout", `No answer within ${timeoutMs} ms.`);
  const deadline = startDeadline(context.signal, timeoutMs, timeoutError, clock);
  const secrets: string[] = [];
  try {
    const request = httpToolRequest(options, args);
    const exchange = async (): Promise<ToolResult> => {
      const headers = await resolveHeaders(options.headers, secrets);
      return send(options, request, headers, deadline.signal, (text) => redact(text, secrets));
    };
    return await orAborted(exchange(), deadline.signal);
  } catch (error) {
    // A platform's error may quote the header it did not like.
    const cause: unknown = deadline.signal.aborted ? deadline.signal.reason : error;
    return ToolResult.error(redact(describeThrown(cause), secrets));
  } finally {
    deadline.release();
  }
}

async function send(
  { fetch = globalThis.fetch, resultMode = "text" }: HttpToolOptions,
  request: HttpToolRequest,
  given: Headers,
  signal: AbortSignal,
  safe: (text: string) => string,
): Promise<ToolResult> {
  const { method, url, contentType } = request;
  const hasHeaders = [...given].length > 0;
  if (contentType !== undefined && !given.has("content-type")) given.set("content-type", contentType);
  signal.throwIfAborted();
  const response = await fetch(url, {
    method,
    headers: Object.fromEntries(given),
    signal,
    redirect: hasHeaders ? "manual" : "follow",
    ...(request.body !== undefined && { body: request.body }),
  });
  const { status } = response;
  if (response.type === "opaqueredirect") {
    return ToolResult.error(
      "The endpoint redirects to another address. It was not followed: the headers would go along.",
    );
  }
  const body = await readText(response);
  if (body === undefined) {
    return ToolResult.error(`HTTP ${status}: the answer is larger than ${LIMITS.chars} bytes.`, { status });
  }
  // An endpoint may echo the key it was given.
  const text = safe(body);
  if (!response.ok) return ToolResult.error(`HTTP ${status}: ${text}`, { status });
  if (resultMode === "status+text") return ToolResult.ok(`${status}\n${text}`, { status });
  return ToolResult.ok(resultMode === "json" ? compactJson(text) : text, { status });
}

/** The body's text; `undefined` as soon as it is larger than any output may be. The rest is not downloaded. */
async function readText(response: Response): Promise<string | undefined> {
  if (response.body === null) return await response.text();
  const decoder = new TextDecoder();
  const reader = response.body.getReader();
  let text = "";
  let bytes = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    bytes += read.value.length;
    if (bytes > LIMITS.chars) {
      await reader.cancel();
      return undefined;
    }
    text += decoder.decode(read.value, { stream: true });
  }
  return text + decoder.decode();
}

function compactJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    // The contract: text that is not JSON becomes a JSON string.
    return JSON.stringify(text);
  }
}

/** Asks the host for its values. Those that are secret are noted before anything can go wrong with them. */
async function resolveHeaders(given: Readonly<Record<string, HostValue>> = {}, secrets: string[]): Promise<Headers> {
  const headers = new Headers();
  const entries = Object.entries(given).map(async ([name, value]) => {
    const text = typeof value === "function" ? await value() : value;
    if (typeof value === "function" || /auth|cookie|key|token|secret|password|signature/i.test(name))
      secrets.push(text);
    return [name, text] as const;
  });
  for (const [name, text] of await Promise.all(entries)) headers.append(name, text);
  return headers;
}
