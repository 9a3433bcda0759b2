import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { type Alteration, alterations } from "../conformance/alter.fixture.ts";
import { asStream } from "../conformance/as-stream.fixture.ts";
import { runScenario } from "../conformance/run-scenario.ts";
import { parseScenario, type Scenario } from "../conformance/scenario.ts";
import { loadScenarios } from "./load-scenarios.ts";
import { sharedFolder } from "./shared-folder.ts";

const own = fileURLToPath(new URL("../../scenarios", import.meta.url));
const reference = `${sharedFolder() ?? ""}/conformance`;
const folders = existsSync(reference) ? [reference, own] : [own];
if (folders.length === 1) console.log("The reference scenarios are not here (set HOLDPOINT_SHARED): only our own run.");

const scenarios = folders.flatMap((folder) =>
  loadScenarios(folder).map((loaded) => {
    if ("scenario" in loaded) return loaded.scenario;
    throw loaded.error;
  }),
);

describe("the client keeps the contract", () => {
  it.each(scenarios.map((scenario) => [scenario.name, scenario] as const))("%s", async (_name, scenario) => {
    expect((await runScenario(scenario)).report).toBe("");
  });
});

describe("streamed or whole, a run ends the same", () => {
  const streams = scenarios.map(asStream).filter((scenario) => scenario !== undefined);
  it.each(streams.map((scenario) => [scenario.name, scenario] as const))("%s", async (_name, scenario) => {
    expect((await runScenario(scenario)).report).toBe("");
  });
});

describe("the runner can fail", () => {
  // Several scenarios show each kind of expectation; two of each kind are enough.
  const byKind = new Map<string, Alteration[]>();
  for (const alteration of scenarios.flatMap(alterations)) {
    const known = byKind.get(alteration.kind) ?? [];
    if (known.length < 2) byKind.set(alteration.kind, [...known, alteration]);
  }
  const chosen = [...byKind.values()].flat();

  it.each(chosen.map((alteration) => [alteration.kind, alteration] as const))("%s", async (_kind, alteration) => {
    const { passed } = await runScenario(alteration.scenario);
    expect(passed, `${alteration.scenario.name}: ${alteration.path} was altered`).toBe(false);
  });
});

describe("what no scenario can expect", () => {
  const plain: Scenario = {
    name: "plain",
    section: "8",
    source: "ours",
    style: "openai",
    mode: "run",
    clientOptions: { baseUrl: "https://llm.example.test/v1", model: "m", retries: 0 },
    tools: [],
    prompt: "Hi",
    responses: [
      { status: 200, json: { choices: [{ message: { role: "assistant", content: "ok" }, finish_reason: "stop" }] } },
    ],
    expect: { result: { text: "ok" } },
  };

  it("passes as it is", async () => {
    expect((await runScenario(plain)).report).toBe("");
  });

  it.each<[string, Partial<Scenario>]>([
    ["a request nobody expected", { responses: [], expect: { error: { message: "<any>" } } }],
    ["an error nobody expected", { responses: [{ status: 400, text: "no" }], expect: {} }],
    ["an expectation nobody can check", { expect: { result: { text: "ok" }, colour: "red" } }],
    ["a relaxation nobody knows", { compare: ["everythingUnordered"] }],
    ["a mode nobody knows", { mode: "dance" }],
    [
      "a tool kind nobody knows",
      { tools: [{ kind: "magic" as "custom", name: "t", description: "", inputSchema: {} }] },
    ],
    ["a hook nobody knows", { clientOptions: { ...plain.clientOptions, hooks: { duringLLM: [] } } }],
  ])("%s fails", async (_name, change) => {
    expect((await runScenario({ ...plain, ...change })).passed).toBe(false);
  });

  it("an unhandled rejection fails", async () => {
    const outcome = await runScenario(plain, { unhandledRejections: () => [new Error("nobody heard")] });
    expect(outcome).toMatchObject({ passed: false, report: expect.stringContaining("nobody heard") });
  });

  it("a question nobody expected fails", async () => {
    const asking = {
      ...plain,
      tools: [
        {
          name: "t",
          description: "t",
          inputSchema: { type: "object" },
          behaviour: { type: "pending", request: { id: "r", kind: "input", prompt: "What?" } },
        },
      ],
      answers: [],
      responses: [
        {
          status: 200,
          json: {
            choices: [
              {
                message: {
                  role: "assistant",
                  content: null,
                  tool_calls: [{ id: "c", type: "function", function: { name: "t", arguments: "{}" } }],
                },
                finish_reason: "tool_calls",
              },
            ],
          },
        },
        ...(plain.responses ?? []),
      ],
    };
    expect((await runScenario(asking)).report).toContain("nobody expected to be asked");
  });

  it("a file with a key nobody reads is no scenario", () => {
    expect(() => parseScenario('{"name":"x","mode":"run","expected":{}}')).toThrow("expected");
    expect(() => parseScenario("[]")).toThrow();
    expect(() => parseScenario('{"mode":"run"}')).toThrow("name");
  });

  it("a list in another order passes only where the scenario relaxes it", async () => {
    const scenario = scenarios.find(({ name }) => name === "parallel-results-keep-call-order");
    if (scenario === undefined) throw new Error("the scenario is gone");
    const { toolExecutions } = scenario.expect as { toolExecutions: unknown[] };
    const turned = { ...scenario, expect: { toolExecutions: [...toolExecutions].reverse() } };
    expect((await runScenario(turned)).passed).toBe(false);
    expect((await runScenario({ ...turned, compare: ["toolExecutionsUnordered"] })).passed).toBe(true);
  });
});
