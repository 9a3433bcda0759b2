import { describe, expect, it } from "vitest";
import { createMetricsRegistry } from "./prometheus-text.ts";

function linesOf(text: string, name: string): string[] {
  return text.split("\n").filter((line) => line.startsWith(`${name}{`));
}

describe("metrics text", () => {
  it("is only comment lines before there was anything, and ends with a newline", () => {
    const text = createMetricsRegistry().text();
    expect(text.endsWith("\n")).toBe(true);
    expect(text.trimEnd().split("\n")).toHaveLength(12);
    expect(text.split("\n").every((line) => line === "" || line.startsWith("# "))).toBe(true);
  });

  it("counts tokens of calls that succeeded only", () => {
    const registry = createMetricsRegistry();
    registry.record({ event: "llm", model: "m", status: "ok", ms: 1, promptTokens: 3, completionTokens: 2 });
    registry.record({ event: "llm", model: "m", status: "error", ms: 1, promptTokens: 9, completionTokens: 9 });
    expect(linesOf(registry.text(), "toolnexus_llm_tokens_total")).toEqual([
      'toolnexus_llm_tokens_total{type="completion"} 2',
      'toolnexus_llm_tokens_total{type="prompt"} 3',
    ]);
  });

  it("counts a duration at a bound into that bucket, and one beyond all only into +Inf", () => {
    const registry = createMetricsRegistry();
    registry.record({ event: "tool", tool: "t", source: "native", isError: false, ms: 50 });
    registry.record({ event: "tool", tool: "t", source: "native", isError: false, ms: 60_001 });
    const buckets = linesOf(registry.text(), "toolnexus_tool_duration_seconds_bucket");
    expect(buckets[0]).toBe('toolnexus_tool_duration_seconds_bucket{tool="t",le="0.05"} 1');
    expect(buckets[9]).toBe('toolnexus_tool_duration_seconds_bucket{tool="t",le="60"} 1');
    expect(buckets[10]).toBe('toolnexus_tool_duration_seconds_bucket{tool="t",le="+Inf"} 2');
  });

  it("sorts series by their labels and escapes what would break a line", () => {
    const registry = createMetricsRegistry();
    for (const model of ["b", 'a"\\\n']) {
      registry.record({ event: "run", model, turns: 1, toolCalls: 0, totalTokens: 0, ms: 1, error: "x" });
    }
    expect(linesOf(registry.text(), "toolnexus_run_errors_total")).toEqual([
      'toolnexus_run_errors_total{model="a\\"\\\\\\n"} 1',
      'toolnexus_run_errors_total{model="b"} 1',
    ]);
  });

  it("counts no run that did not fail", () => {
    const registry = createMetricsRegistry();
    registry.record({ event: "run", model: "m", turns: 1, toolCalls: 0, totalTokens: 0, ms: 1 });
    expect(linesOf(registry.text(), "toolnexus_run_errors_total")).toEqual([]);
  });
});
