import { loadCode } from "../contracts/load-code.ts";

type Execution = typeof import("./execute-tool.ts");

let loaded: Execution | undefined;

/** What executes tools: loaded with whatever drives a run, else when a tool is first executed. */
export async function loadExecution(): Promise<Execution> {
  loaded ??= await loadCode(() => import("./execute-tool.ts"));
  return loaded;
}

/**
 * The same without a wait, once it was loaded. Between the last look whether a tool may still be entered and its
 * entering nothing can happen then: an import, even of what is here, waits for a task, and a tab can fall asleep in it.
 */
export function executionAtHand(): Execution | undefined {
  return loaded;
}
