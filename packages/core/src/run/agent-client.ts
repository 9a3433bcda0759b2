import { describeThrown } from "../contracts/errors.ts";
import type { Wire } from "../wire/wire.ts";
import type { ClientBehaviour } from "./client-options.ts";
import type { MetricEvent } from "./metric-event.ts";

/** What whoever drives the loop needs of a client: how it speaks, what it was made with, where it is measured. */
export interface AgentClient {
  /** How this client speaks. */
  readonly wire: Wire;
  /** What it was made with. */
  readonly options: ClientBehaviour;
  /** Counts an event in `metrics()` and tells `onMetric`; absent where nobody hears of it. */
  readonly report?: (event: MetricEvent) => void;
}

/**
 * Makes what durable runs need of a client, and nothing more: a page that never calls `run`, `stream` or `ask` itself
 * saves the bytes of those, and of the style it does not speak.
 *
 * @example
 * const client = createAgentClient(createOpenAIWire({ baseUrl: "/llm/v1", model: "gpt-5" }));
 * const runs = createRuns({ store, agents: [{ name: "helper", client, toolkit }] });
 */
export function createAgentClient(
  wire: Wire,
  options: ClientBehaviour & { readonly warn?: (message: string) => void } = {},
): AgentClient {
  const { onMetric, warn = warnInConsole } = options;
  return { wire, options, ...(onMetric && { report: (event) => tellSink(onMetric, event, warn) }) };
}

/** Tells `onMetric` of an event. A sink that fails, at once or later, never disturbs a run. */
export function tellSink(
  onMetric: ClientBehaviour["onMetric"],
  event: MetricEvent,
  warn: (message: string) => void,
): void {
  new Promise((resolve) => resolve(onMetric?.(event))).catch((error: unknown) =>
    warn(`onMetric threw: ${describeThrown(error)}`),
  );
}

/** Where warnings go when the host names no place. */
export function warnInConsole(message: string): void {
  // biome-ignore lint/suspicious/noConsole: the default of an option; a host with a logger of its own gives `warn`
  console.warn(message);
}
