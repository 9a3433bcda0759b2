import type { Wire } from "../wire/wire.ts";
import type { ClientBehaviour } from "./client-options.ts";
import type { MetricEvent } from "./metric-event.ts";

/** What whoever drives the loop needs of a client: how it speaks, what it was made with, where it is measured. */
export interface AgentClient {
  /** How this client speaks. */
  readonly wire: Wire;
  /** What it was made with. */
  readonly options: ClientBehaviour;
  /** Counts an event in `metrics()` and tells `onMetric`. */
  report(event: MetricEvent): void;
}
