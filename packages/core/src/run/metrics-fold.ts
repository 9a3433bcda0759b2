import type { RunFact } from "../contracts/run-event.ts";
import type { ToolSource } from "../contracts/tool.ts";
import type { ToolResultPart } from "../contracts/turn.ts";
import { GATEWAY_CODES } from "../toolkit/gateway-codes.ts";
import type { Fold } from "./fold.ts";
import type { MetricEvent, ModelMetric, ToolMetric } from "./metric-event.ts";

/** Where the measuring of a run stands. */
export interface MetricsState {
  /** What the last fact completed. */
  readonly events: readonly MetricEvent[];
  /** Since when a model call is under way. */
  readonly askedAt?: number;
  /** Since when the calls of the turn are; unknown where the run began in their midst. */
  readonly calledAt?: number;
  /** What the calls of the turn are called. */
  readonly names: ReadonlyMap<string, string>;
  /** When calls of the turn were entered last. */
  readonly entered: ReadonlyMap<string, number>;
}

const NOTHING: readonly MetricEvent[] = [];

/** Facts → `llm` and `tool` metrics (contract §8 "Observability"). The `run` metric is the caller's: it knows the end. */
export function metricsFold(model: string): Fold<MetricsState> {
  return {
    initial: { events: NOTHING, names: new Map(), entered: new Map() },
    step: (state, fact, at) => step(state, fact, at, model),
  };
}

function step(state: MetricsState, fact: RunFact, at: number, model: string): MetricsState {
  switch (fact.type) {
    case "turn.started":
      if (fact.role === "ASSISTANT") return { ...state, events: NOTHING, askedAt: at, names: new Map() };
      return { ...state, events: NOTHING, calledAt: at, entered: new Map() };
    case "usage.added":
      return endModelCall(state, at, model, "ok", fact.usage);
    case "turn.finished":
      return fact.role === "ASSISTANT" ? endModelCall(state, at, model, "ok") : quiet(state);
    case "run.failed":
    case "run.cancelled":
      return endModelCall(state, at, model, "error");
    case "call.requested":
      return { ...state, events: NOTHING, names: new Map(state.names).set(fact.callId, fact.toolName) };
    case "call.started":
      return { ...state, events: NOTHING, entered: new Map(state.entered).set(fact.callId, at) };
    case "request.raised": {
      const events = (fact.callIds ?? [fact.callId]).map((callId) =>
        suspended(state.names.get(callId) ?? fact.toolName, fact.source, at - begun(state, callId, at)),
      );
      return { ...state, events };
    }
    case "call.finished": {
      const { result, source } = fact;
      const ms = at - begun(state, fact.callId, at);
      // The execution after an Answer suspended again: that step was a suspension, whatever the model is told.
      if (result.errorCode === GATEWAY_CODES.UNRESOLVED) {
        return { ...state, events: [suspended(result.toolName, source, ms)] };
      }
      if (isNoStep(result, source)) return quiet(state);
      const { toolName: tool, isError = false } = result;
      return { ...state, events: [{ event: "tool", tool, source, isError, ms }] };
    }
    default:
      return quiet(state);
  }
}

function quiet(state: MetricsState): MetricsState {
  return state.events.length === 0 ? state : { ...state, events: NOTHING };
}

/** When a step of a call began. */
function begun({ entered, calledAt }: MetricsState, callId: string, now: number): number {
  return entered.get(callId) ?? calledAt ?? now;
}

/** A model call ends once: with its usage, without any, or with the run. */
function endModelCall(
  state: MetricsState,
  at: number,
  model: string,
  status: ModelMetric["status"],
  { promptTokens, completionTokens } = { promptTokens: 0, completionTokens: 0 },
): MetricsState {
  const { askedAt, ...rest } = state;
  if (askedAt === undefined) return quiet(state);
  return { ...rest, events: [{ event: "llm", model, status, ms: at - askedAt, promptTokens, completionTokens }] };
}

/** Answered in the tool's place: by a person's no, or by whoever executes relayed calls. */
function isNoStep({ rejected, errorCode }: ToolResultPart, source: ToolSource): boolean {
  const { REQUEST_EXPIRED, REQUEST_CANCELLED } = GATEWAY_CODES;
  return rejected === true || errorCode === REQUEST_EXPIRED || errorCode === REQUEST_CANCELLED || source === "relay";
}

function suspended(tool: string, source: ToolSource, ms: number): ToolMetric {
  return { event: "tool", tool, source, isError: false, ms, pending: true };
}
