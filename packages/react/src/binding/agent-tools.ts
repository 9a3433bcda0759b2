import type { Tool, Toolkit } from "@holdpoint/core";
import type { ToolCall, ToolCallOf } from "./tool-call.ts";

/** An agent by its name, or the agent itself: then its tools type what is shown of them. */
export type AgentReference = string | { readonly name: string };

/** The tools an agent was given by hand. */
export type ToolsOf<Agent> = Agent extends { readonly toolkit: Toolkit<infer T> } ? T : Tool;

/** The names of an agent's tools; any name where they are not known. */
export type ToolNameOf<Agent> = ToolsOf<Agent>["name"];

/** The calls of one tool of an agent. */
export type ToolCallNamed<Agent, Name extends string> =
  Extract<ToolsOf<Agent>, { readonly name: Name }> extends infer T extends Tool
    ? [T] extends [never]
      ? ToolCall
      : ToolCallOf<T>
    : ToolCall;
