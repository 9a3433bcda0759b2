import { HoldpointError } from "../contracts/errors.ts";
import type { JsonObject } from "../contracts/json.ts";
import { readRequest } from "../contracts/read-request.ts";
import type { Answer, Request } from "../contracts/request.ts";
import { failureOf } from "../contracts/to-tool-result.ts";
import type { Tool, ToolContext } from "../contracts/tool.ts";
import { ToolResult } from "../contracts/tool-result.ts";
import { type Clock, systemClock } from "../primitives/clock.ts";
import { type Deadline, startDeadline } from "../primitives/deadline.ts";
import { faultText, freezeJson, thawJson } from "../primitives/freeze-json.ts";
import { LIMITS } from "../primitives/limits.ts";
import { orAborted } from "../primitives/or-aborted.ts";
import { hashJson } from "../primitives/sha256.ts";
import { executeTool, unknownTool } from "./execute-tool.ts";
import { type CallErrorCode, GATEWAY_CODES } from "./gateway-codes.ts";
import { judgeCall } from "./judge-call.ts";
import { loadExecution } from "./load-execution.ts";
import type { Policy } from "./policy.ts";
import type { Toolkit } from "./toolkit.ts";
import { invalidInputText, loadSchemaCheck, needsSchemaCheck, validateInput } from "./validate-input.ts";

/** One call, as it is to run. */
export interface GatewayCall {
  readonly runId: string;
  readonly turn: number;
  readonly callId: string;
  readonly toolName: string;
  readonly args: JsonObject;
  /** 1 for the first entry. */
  readonly attempt: number;
  /** The person's Answer, on the one execution after it. */
  readonly answer?: Answer;
  /** What `answer` answers. */
  readonly request?: Request;
  /** The digest of the call a person has approved: policy is not asked again, and nothing else runs. */
  readonly approvedDigest?: string;
  readonly idempotencyKey: string;
  readonly signal: AbortSignal;
  /** Lets an agent do a task as part of this call. */
  readonly runAgent?: NonNullable<ToolContext["runAgent"]>;
  /** Hears how far the tool says it is. */
  readonly progress?: NonNullable<ToolContext["progress"]>;
}

/** A call that waits for a person. */
export interface SuspendedCall {
  readonly kind: "suspended";
  readonly request: Request;
  readonly origin: "tool" | "policy";
  /** The text of the placeholder. */
  readonly output: string;
  /** Whether the tool was entered. */
  readonly entered: boolean;
}

/** A call that has its result. */
export interface SettledCall {
  readonly kind: "settled";
  /** `result.output` is what the model reads. */
  readonly result: ToolResult;
  /** Policy refused it. */
  readonly denied?: true;
  /** It did not run, or did not do its work. */
  readonly failed?: true;
  /** Why, when denied or failed. */
  readonly errorCode?: CallErrorCode;
  /** It succeeded, and its tool ends the run. */
  readonly endedRun?: true;
  readonly entered: boolean;
}

/** What became of one call. */
export type CallOutcome = SuspendedCall | SettledCall;

/** Told of each failed call; its code is the `errorCode` of that call. */
export interface ToolErrorReport {
  readonly callId: string;
  readonly toolName: string;
  readonly code: CallErrorCode;
  readonly message: string;
}

/** What a gateway is made of. */
export interface GatewayOptions {
  readonly toolkit: Toolkit;
  /** Decides over every call. @default every call is allowed */
  readonly policy?: Policy;
  /** Whether arguments are checked against the tool's schema. @default true */
  readonly validate?: boolean;
  /** Milliseconds for one execution of a tool that names no `timeoutMs` itself. @default no limit */
  readonly toolTimeoutMs?: number;
  /** UTF-16 units of output a tool may give. @default 1,000,000, at most 8,000,000 */
  readonly maxOutputChars?: number;
  /** Whether a person said that a tool is not asked about again. @default nobody can say so */
  readonly isAllowed?: (toolName: string) => Promise<boolean>;
  /** Hears of a policy that threw. @default silent */
  readonly warn?: (message: string) => void;
  readonly clock?: Clock;
}

/** The one door to a tool: known → policy → input → approval → execute → output. */
export interface Gateway {
  /**
   * Loads the code that checks the arguments of these tools, where it is not here yet.
   *
   * @throws HoldpointError `code-missing`: better said before any of the calls has begun than between them
   */
  prepare(toolNames: readonly string[]): Promise<void>;
  /**
   * Runs one call to a result or a suspension. Rejects only with what `enter` rejects with, and before that when the
   * page cannot hash what was approved, or load code that is missing.
   *
   * @param enter called right before the tool is entered, and awaited: what it writes down stands before any effect.
   */
  run(call: GatewayCall, enter: (tool: Tool) => void | Promise<void>): Promise<CallOutcome>;
}

/**
 * Makes the gateway of a toolkit. It knows nothing of journal, loop or hooks.
 *
 * @example
 * const gateway = createGateway({ toolkit, policy: byTool({ refund: "ask" }, "allow") });
 */
export function createGateway(options: GatewayOptions): Gateway {
  const { toolkit, validate } = options;
  return {
    async prepare(toolNames) {
      if (validate !== false && toolNames.some((name) => needsSchemaCheck(toolkit.get(name)))) await loadSchemaCheck();
    },
    run: (call, enter) => runCall(options, call, enter),
  };
}

async function runCall(
  options: GatewayOptions,
  call: GatewayCall,
  enter: (tool: Tool) => void | Promise<void>,
): Promise<CallOutcome> {
  const { toolName, signal } = call;
  const tool = options.toolkit.get(toolName);
  if (tool === undefined) return failed(unknownTool(toolName), GATEWAY_CODES.UNKNOWN_TOOL);
  if (signal.aborted) return aborted(toolName);

  const frozen = freezeJson(call.args);
  if (!frozen.ok) {
    return failed(
      ToolResult.error(`Invalid arguments for ${toolName}: ${faultText(frozen, "the value")}.`),
      frozen.reason === "type" ? GATEWAY_CODES.INVALID_INPUT : GATEWAY_CODES.ARGUMENTS_TOO_LARGE,
    );
  }
  const args = frozen.value as JsonObject;

  const { runId, turn, callId, attempt } = call;
  const verdict =
    options.policy === undefined || call.approvedDigest !== undefined
      ? ({ kind: "allow" } as const)
      : await judgeCall({ ...options, policy: options.policy }, args, { tool, runId, turn, callId, attempt, signal });
  if (verdict.kind === "stopped") return aborted(toolName);
  if (verdict.kind === "deny") {
    const { reason, code } = verdict;
    return { kind: "settled", result: ToolResult.error(reason), denied: true, errorCode: code, entered: false };
  }

  const input =
    options.validate === false ? ({ ok: true, args: thawJson(args) } as const) : await validateInput(tool, args);
  if (!input.ok) {
    const code = input.unusable ? GATEWAY_CODES.INVALID_SCHEMA : GATEWAY_CODES.INVALID_INPUT;
    return failed(ToolResult.error(invalidInputText(toolName, input.issues)), code);
  }

  if (verdict.kind === "ask") {
    const { request } = verdict;
    return { kind: "suspended", request, origin: "policy", output: request.prompt, entered: false };
  }
  if (call.approvedDigest !== undefined && (await hashJson({ args, toolName })) !== call.approvedDigest) {
    const words = `Not executed: ${toolName} was about to run with other arguments than those that were approved.`;
    return failed(ToolResult.error(words), GATEWAY_CODES.DIGEST_MISMATCH);
  }
  // Before its beginning is written: from then on nothing is waited for.
  await loadExecution();
  // A relayed tool is the host's to execute: there is nothing to enter here.
  if (tool.source !== "relay") await enter(tool);
  if (signal.aborted) return aborted(toolName);
  return execute(options, call, tool, input.args);
}

async function execute(
  { maxOutputChars, toolTimeoutMs, clock = systemClock }: GatewayOptions,
  call: GatewayCall,
  tool: Tool,
  args: JsonObject,
): Promise<CallOutcome> {
  const timeoutMs = finite(tool.timeoutMs ?? toolTimeoutMs);
  const timeoutError = () => new HoldpointError("timeout", `${tool.name} took longer than ${timeoutMs} ms.`);
  const deadline =
    timeoutMs === undefined ? withoutLimit(call.signal) : startDeadline(call.signal, timeoutMs, timeoutError, clock);
  try {
    const context: ToolContext = {
      signal: deadline.signal,
      idempotencyKey: call.idempotencyKey,
      runId: call.runId,
      callId: call.callId,
      // A limit of the gateway's own is no wish of the tool's: what a tool does with `timeout` it set itself.
      ...(finite(tool.timeoutMs) !== undefined && { timeout: tool.timeoutMs }),
      ...(call.answer !== undefined && { answer: call.answer }),
      ...(call.request !== undefined && { request: call.request }),
      ...(call.runAgent !== undefined && { runAgent: call.runAgent }),
      ...(call.progress !== undefined && { progress: call.progress }),
    };
    const result = await orAborted(executeTool(tool, args, context), deadline.signal);
    return readOutcome(tool, result, maxOutputChars);
  } catch (error) {
    // A tool never rejects: what came was the abort, of the run or by the clock.
    if (!deadline.signal.aborted) throw error;
    if (call.signal.aborted) return { ...aborted(tool.name), entered: true };
    const words = `${tool.name} was stopped: it took longer than ${timeoutMs} ms. It may have taken effect.`;
    return { ...failed(ToolResult.error(words), GATEWAY_CODES.TIMEOUT), entered: true };
  } finally {
    deadline.release();
  }
}

function finite(timeoutMs: number | undefined): number | undefined {
  return timeoutMs !== undefined && Number.isFinite(timeoutMs) ? timeoutMs : undefined;
}

function withoutLimit(signal: AbortSignal): Deadline {
  return { signal, release: () => undefined };
}

function readOutcome(tool: Tool, result: ToolResult, maxOutputChars: number = LIMITS.outputChars): CallOutcome {
  const entered = tool.source !== "relay";
  const { output, metadata } = result;
  if (output.length > maxOutputChars) {
    const words = `The output of ${tool.name} is too large: ${output.length} characters, where ${maxOutputChars} are allowed.`;
    return { ...failed(ToolResult.error(words), GATEWAY_CODES.OUTPUT_TOO_LARGE), entered };
  }
  const pending = metadata !== undefined && Object.hasOwn(metadata, "pending") ? metadata.pending : undefined;
  if (pending !== undefined) {
    const read = readRequest(pending);
    if (read.ok) return { kind: "suspended", request: read.request, origin: "tool", output, entered };
    if (looksLikeRequest(pending)) {
      const words = `${tool.name} asked for a person, but its request was refused: ${read.problem}.`;
      return { ...failed(ToolResult.error(words), GATEWAY_CODES.REQUEST_REFUSED), entered };
    }
  }
  if (result.isError) return { ...failed(result, failureCode(result)), entered };
  return { kind: "settled", result, entered, ...(tool.endsRun && { endedRun: true }) };
}

/** Somebody's metadata may well be called `pending`; only what was meant as a Request is refused as one. */
function looksLikeRequest(pending: unknown): boolean {
  if (typeof pending !== "object" || pending === null) return false;
  const { kind, prompt } = pending as Partial<Request>;
  return typeof kind === "string" && typeof prompt === "string";
}

function failureCode(result: ToolResult): CallErrorCode {
  const failure = failureOf(result);
  switch (failure?.reason) {
    case "threw":
      return failure.code ?? GATEWAY_CODES.THREW;
    case "unserialisable":
      return failure.code ?? GATEWAY_CODES.NOT_SERIALISABLE;
    case "too-large":
      return GATEWAY_CODES.OUTPUT_TOO_LARGE;
    case "invalid-input":
      return GATEWAY_CODES.INVALID_INPUT;
    case undefined: {
      const own = result.metadata !== undefined && Object.hasOwn(result.metadata, "errorCode");
      const code = own ? result.metadata?.errorCode : undefined;
      return typeof code === "string" || typeof code === "number" ? code : GATEWAY_CODES.TOOL_ERROR;
    }
  }
}

function failed(result: ToolResult, errorCode: CallErrorCode): SettledCall {
  return { kind: "settled", result, failed: true, errorCode, entered: false };
}

function aborted(toolName: string): SettledCall {
  return failed(ToolResult.error(`${toolName} was stopped: the run was aborted.`), GATEWAY_CODES.ABORTED);
}
