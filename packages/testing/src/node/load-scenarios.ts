import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseScenario, type Scenario } from "../conformance/scenario.ts";

/** A scenario file: read, or why it could not be. */
export type LoadedScenario =
  | { readonly file: string; readonly scenario: Scenario }
  | { readonly file: string; readonly error: unknown };

/** Reads all scenario files (`*.json`) of a folder, in the order of their names. */
export function loadScenarios(folder: string): LoadedScenario[] {
  const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
  return files.sort().map((file) => {
    try {
      return { file, scenario: parseScenario(readFileSync(join(folder, file), "utf8")) };
    } catch (error) {
      // One unreadable file must fail by itself, not hide the others.
      return { file, error };
    }
  });
}
