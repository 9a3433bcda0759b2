import { HoldpointError } from "../contracts/errors.ts";
import type { JsonObject } from "../contracts/json.ts";
import type { AgentTask, Tool, ToolContext } from "../contracts/tool.ts";
import type { ToolResult } from "../contracts/tool-result.ts";
import { compareCodePoints } from "../primitives/compare-code-points.ts";
import { sanitizeName } from "../primitives/sanitize-name.ts";
import type { Agent, AgentTool, TeamAgent } from "./agent.ts";

/** One agent as a tool of its name. */
export function agentTool(agent: TeamAgent): AgentTool {
  return makeAgentTool({
    name: sanitizeName(agent.name),
    description: agent.does || `Gives ${agent.name} a task and returns its answer.`,
    agents: [agent],
    properties: { prompt: { type: "string", description: "The task, with all that is needed to do it" } },
    choose: () => agent,
  });
}

/** The `task` tool over a team. Its description names the team, sorted, and nobody else can be given a task. */
export function taskTool(team: readonly TeamAgent[]): AgentTool {
  const byName = new Map(team.map((member) => [member.name, member]));
  if (byName.size !== team.length) {
    throw new HoldpointError("invalid-argument", "Two members of a team have one name. Give each its own.");
  }
  const names = [...byName.keys()].sort(compareCodePoints);
  const lines = names.map((name) => `- **${name}**: ${byName.get(name)?.does ?? ""}`);
  return makeAgentTool({
    name: "task",
    description: ["Gives a task to one agent of the team and returns its answer. The team:", ...lines].join("\n"),
    agents: team,
    properties: {
      agent: { type: "string", description: "The name of the agent" },
      prompt: { type: "string", description: "The task, with all that is needed to do it" },
    },
    choose: ({ agent }) =>
      byName.get(String(agent)) ?? `There is no agent "${String(agent)}" in the team. The team: ${names.join(", ")}`,
  });
}

interface AgentToolParts {
  readonly name: string;
  readonly description: string;
  readonly agents: readonly Agent[];
  readonly properties: JsonObject;
  readonly choose: (args: JsonObject) => Agent | string;
}

function makeAgentTool({ name, description, agents, properties, choose }: AgentToolParts): AgentTool {
  return Object.freeze({
    name,
    description,
    agents,
    inputSchema: { type: "object", properties, required: Object.keys(properties), additionalProperties: false },
    source: "native",
    // Entering it again goes on with the task that was begun: nothing is done twice.
    idempotent: true,
    // Its agent has a budget; a person it waits for has all the time there is.
    timeoutMs: Number.POSITIVE_INFINITY,
    execute(args: JsonObject, context: ToolContext = {}) {
      const agent = choose(args);
      if (typeof agent === "string") return failed(agent);
      const task: AgentTask = { agent, prompt: String(args.prompt) };
      return (
        context.runAgent?.(task) ?? failed(`"${name}" runs inside a run only: call it through a client or createRuns.`)
      );
    },
  } satisfies AgentTool);
}

function failed(output: string): ToolResult {
  return { output, isError: true };
}

/** Whether a tool gives agents tasks. */
export function isAgentTool(tool: Tool): tool is AgentTool {
  return "agents" in tool && Array.isArray(tool.agents);
}

/** Agents with all that their tools can reach, each once. @throws HoldpointError when two have one name. */
export function withTeams(agents: readonly Agent[]): ReadonlyMap<string, Agent> {
  const found = new Map<string, Agent>();
  const waiting = [...agents];
  for (let agent = waiting.shift(); agent !== undefined; agent = waiting.shift()) {
    const known = found.get(agent.name);
    if (known === agent) continue;
    if (known !== undefined) {
      throw new HoldpointError("invalid-argument", `Two agents are named "${agent.name}". Give each its own name.`);
    }
    found.set(agent.name, agent);
    for (const tool of agent.toolkit.tools()) if (isAgentTool(tool)) waiting.push(...tool.agents);
  }
  return found;
}
