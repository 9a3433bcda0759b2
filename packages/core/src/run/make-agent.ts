import { createToolkit, type Toolkit } from "../toolkit/toolkit.ts";
import type { Agent, TeamAgent } from "./agent.ts";
import { agentTool, taskTool } from "./agent-tools.ts";

/** What `agent` takes. */
export interface AgentOptions extends Omit<Agent, "name" | "toolkit"> {
  /** @default no tools */
  readonly toolkit?: Toolkit;
  /** One line for whoever may give it tasks. */
  readonly does?: string;
  /** Agents it may give tasks to, by a `task` tool that is added to its toolkit. */
  readonly team?: readonly TeamAgent[];
}

/**
 * Makes an agent. With a `team` it can hand tasks on; what its sub-agents use counts as its own use, and what they ask
 * a person comes up through it.
 *
 * @example
 * const researcher = agent("researcher", { does: "Finds facts", client, toolkit });
 * const writer = agent("writer", { client, team: [researcher], budget: { maxTokens: 50_000 } });
 * const runs = createRuns({ store, agents: [writer] });
 */
export function agent(name: string, options: AgentOptions): TeamAgent {
  const { toolkit = createToolkit(), does = "", team = [], ...rest } = options;
  if (team.length > 0) toolkit.register(taskTool(team));
  const made: TeamAgent = { ...rest, name, does, toolkit, asTool: () => agentTool(made) };
  return Object.freeze(made);
}
