import type { JsonObject } from "../contracts/json.ts";
import type { Request } from "../contracts/request.ts";
import type { RunStatus } from "../contracts/run.ts";
import type { RunLimit } from "../contracts/run-event.ts";
import { ToolResult } from "../contracts/tool-result.ts";
import { isObject } from "../primitives/is-object.ts";
import type { Toolkit } from "../toolkit/toolkit.ts";
import type { Agent } from "./agent.ts";

/** How many agents may stand above one another where no budget says otherwise. */
export const DEFAULT_MAX_DEPTH = 5;

/** Whether what a tool calls an agent is one. */
export function isAgent(value: { readonly name: string }): value is Agent {
  return "client" in value && "toolkit" in value;
}

/** The system text an agent leads its requests with. */
export function agentSystem({ systemPrompt, client, toolkit }: Agent): string {
  return systemText(systemPrompt ?? client.options.systemPrompt, toolkit);
}

/** A system text, and after it what the toolkit tells of its skills. */
export function systemText(systemPrompt: string | undefined, toolkit: Toolkit): string {
  return [systemPrompt ?? "", toolkit.skillsPrompt()].filter((text) => text !== "").join("\n\n");
}

/** A sub-agent's Request as its parent raises it: the same, with the way to who asks in `data.path`. */
export function escalated(request: Request, path: readonly string[], id: string = request.id): Request {
  return { ...request, id, data: { ...(isObject(request.data) && request.data), path } };
}

/** The Request of the next level down, as it was raised there. */
export function descended({ data, ...request }: Request): Request {
  const { path, ...rest } = isObject(data) ? data : {};
  const below = Array.isArray(path) ? path.slice(1) : [];
  const own: JsonObject = below.length > 0 ? { ...rest, path: below } : rest;
  return Object.keys(own).length === 0 ? request : { ...request, data: own };
}

/** What the parent's model reads of a sub-agent that came to rest: its words, or why there are none to rely on. */
export function restResult(
  name: string,
  end: { readonly status: RunStatus; readonly text: string; readonly limit?: RunLimit; readonly problem?: string },
): ToolResult {
  const metadata = { agent: name };
  switch (end.status) {
    case "done":
      return ToolResult.ok(end.text, metadata);
    case "incomplete":
      return ToolResult.error(
        `${name} stopped at a limit (${end.limit ?? "unknown"}) before it was done.${end.text && `\n${end.text}`}`,
        { ...metadata, limit: end.limit },
      );
    case "cancelled":
      return ToolResult.error(`${name} was cancelled.`, metadata);
    default:
      return ToolResult.error(`${name} failed: ${end.problem ?? "no reason is known"}`, metadata);
  }
}

/** Said where a task would go deeper than agents may stand above one another. */
export function tooDeep(name: string, maxDepth: number): ToolResult {
  return ToolResult.error(`${name} was not given the task: agents may stand ${maxDepth} deep at most.`);
}
