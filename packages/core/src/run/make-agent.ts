import type { Tool } from "../contracts/tool.ts";
import { createToolkit, type Toolkit } from "../toolkit/toolkit.ts";
import type { Agent, TeamAgent } from "./agent.ts";
import { agentTool, taskTool } from "./agent-tools.ts";

/** What `agent` takes. */
export interface AgentOptions<T extends Tool = Tool> extends Omit<Agent, "name" | "toolkit"> {
  /** @default no tools */
  readonly toolkit?: Toolkit<T>;
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
export function agent<T extends Tool = Tool>(
  name: string,
  options: AgentOptions<T>,
): TeamAgent & { readonly toolkit: Toolkit<T> } {
  const { toolkit = createToolkit<T>(), does = "", team = [], ...rest } = options;
  if (team.length > 0) toolkit.register(taskTool(team));
  const made: TeamAgent & { readonly toolkit: Toolkit<T> } = {
    ...rest,
    name,
    does,
    toolkit,
    asTool: () => agentTool(made),
  };
  return Object.freeze(made);
}
