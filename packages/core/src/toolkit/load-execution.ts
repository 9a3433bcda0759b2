import { loadCode } from "../contracts/load-code.ts";

/** What executes tools: loaded with whatever drives a run, else when a tool is first executed. */
export const loadExecution = () => loadCode(() => import("./execute-tool.ts"));
