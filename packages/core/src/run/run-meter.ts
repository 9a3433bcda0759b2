import type { RunFact } from "../contracts/run-event.ts";
import type { Clock } from "../primitives/clock.ts";
import type { MetricEvent } from "./metric-event.ts";
import { metricsFold } from "./metrics-fold.ts";
import { type RunTotals, resultFold } from "./result-fold.ts";

/** Measures one run of the loop by its facts. */
export interface RunMeter {
  readonly totals: RunTotals;
  note(fact: RunFact): void;
  /** Reports the run itself, once, also when it failed. `toolCalls` counts a halted run's open call too. */
  end(outcome?: { readonly error?: string; readonly toolCalls?: number }): void;
}

/** Makes a meter; what a fact completes is reported at once. */
export function createRunMeter(model: string, report: (event: MetricEvent) => void, clock: Clock): RunMeter {
  const startedAt = clock.now();
  const metrics = metricsFold(model);
  let measured = metrics.initial;
  let totals = resultFold.initial;
  return {
    get totals() {
      return totals;
    },
    note(fact) {
      // Text measures nothing, and there is much of it.
      if (fact.type === "text.appended" || fact.type === "reasoning.appended") return;
      const at = clock.now();
      totals = resultFold.step(totals, fact, at);
      measured = metrics.step(measured, fact, at);
      for (const event of measured.events) report(event);
    },
    end({ error, toolCalls = totals.finished.length } = {}) {
      report({
        event: "run",
        model,
        turns: totals.turns,
        toolCalls,
        totalTokens: totals.usage.totalTokens,
        ms: clock.now() - startedAt,
        ...(error !== undefined && { error }),
      });
    },
  };
}
