import type { MetricEvent } from "./metric-event.ts";

/** Upper bounds in seconds, the same in every port of the contract. */
const BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

interface Histogram {
  readonly counts: number[];
  sum: number;
  count: number;
}

/** Cumulative figures of a client, as the Prometheus text format (contract §8 "Observability"). */
export interface MetricsRegistry {
  /** Counts an event. */
  record(event: MetricEvent): void;
  /** Byte for byte what every port prints for the same events; only comment lines before there were any. */
  text(): string;
}

/** An empty registry. */
export function createMetricsRegistry(): MetricsRegistry {
  const requests = new Map<string, number>();
  const tokens = new Map<string, number>();
  const requestSeconds = new Map<string, Histogram>();
  const toolCalls = new Map<string, number>();
  const toolSeconds = new Map<string, Histogram>();
  const runErrors = new Map<string, number>();
  return {
    record(event) {
      switch (event.event) {
        case "llm": {
          const { model, status } = event;
          add(requests, labels({ model, status }), 1);
          if (status === "ok") {
            add(tokens, labels({ type: "prompt" }), event.promptTokens);
            add(tokens, labels({ type: "completion" }), event.completionTokens);
          }
          observe(requestSeconds, labels({ model }), event.ms / 1000);
          return;
        }
        case "tool": {
          const { tool, source, isError, pending = false } = event;
          add(toolCalls, labels({ tool, source, is_error: String(isError), pending: String(pending) }), 1);
          observe(toolSeconds, labels({ tool }), event.ms / 1000);
          return;
        }
        case "run":
          if (event.error !== undefined) add(runErrors, labels({ model: event.model }), 1);
          return;
      }
    },
    text: () =>
      [
        ...counter("toolnexus_llm_requests_total", "Total LLM requests.", requests),
        ...counter("toolnexus_llm_tokens_total", "Total tokens, by type.", tokens),
        ...histogram("toolnexus_llm_request_duration_seconds", "LLM request duration in seconds.", requestSeconds),
        ...counter("toolnexus_tool_calls_total", "Total tool calls.", toolCalls),
        ...histogram("toolnexus_tool_duration_seconds", "Tool execution duration in seconds.", toolSeconds),
        ...counter("toolnexus_run_errors_total", "Total run errors.", runErrors),
        "",
      ].join("\n"),
  };
}

function add(series: Map<string, number>, key: string, amount: number): void {
  series.set(key, (series.get(key) ?? 0) + amount);
}

function observe(series: Map<string, Histogram>, key: string, seconds: number): void {
  const known = series.get(key) ?? { counts: BUCKETS.map(() => 0), sum: 0, count: 0 };
  series.set(key, known);
  known.sum += seconds;
  known.count += 1;
  BUCKETS.forEach((bound, index) => {
    if (seconds <= bound) known.counts[index] = (known.counts[index] ?? 0) + 1;
  });
}

function labels(pairs: Readonly<Record<string, string>>): string {
  return Object.entries(pairs)
    .map(([name, value]) => `${name}="${escapeLabel(value)}"`)
    .join(",");
}

function escapeLabel(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}

function* counter(name: string, help: string, series: ReadonlyMap<string, number>): Generator<string> {
  yield* head(name, help, "counter");
  for (const [key, value] of sorted(series)) yield `${name}{${key}} ${value}`;
}

function* histogram(name: string, help: string, series: ReadonlyMap<string, Histogram>): Generator<string> {
  yield* head(name, help, "histogram");
  for (const [key, { counts, sum, count }] of sorted(series)) {
    for (const [index, bound] of BUCKETS.entries()) yield `${name}_bucket{${key},le="${bound}"} ${counts[index] ?? 0}`;
    yield `${name}_bucket{${key},le="+Inf"} ${count}`;
    yield `${name}_sum{${key}} ${sum}`;
    yield `${name}_count{${key}} ${count}`;
  }
}

function head(name: string, help: string, type: string): readonly string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}

function sorted<Value>(series: ReadonlyMap<string, Value>): readonly [string, Value][] {
  return [...series].sort(([left], [right]) => (left < right ? -1 : 1));
}
