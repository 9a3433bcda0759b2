import { describe, expect, it } from "vitest";
import { runScenario } from "./run-scenario.ts";
import { parseScenario } from "./scenario.ts";

/** Our own scenarios as text; the reference corpus stands outside the repository, so Node runs that. */
const files = import.meta.glob<string>("../../scenarios/*.json", { query: "?raw", import: "default", eager: true });

describe("the client keeps the contract in a page", () => {
  it.each(Object.values(files).map((text) => [parseScenario(text).name, parseScenario(text)] as const))(
    "%s",
    async (_name, scenario) => {
      expect((await runScenario(scenario)).report).toBe("");
    },
  );
});
