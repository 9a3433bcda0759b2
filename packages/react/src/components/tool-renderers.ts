import type { Tool } from "@holdpoint/core";
import type { Component, ComponentType, ReactNode } from "react";
import type { ToolsOf } from "../binding/agent-tools.ts";
import type { ToolCallOf } from "../binding/tool-call.ts";

/** What a card for the calls of a tool is given: the call, typed by the tool where `T` is one made with `defineTool`. */
export type ToolCardProps<T extends Tool = Tool> = ToolCallOf<T>;

/** A card for the calls of whatever tool. Not `ComponentType<never>`: the `defaultProps` of a class would not fit it. */
export type ToolCard = ((props: never) => ReactNode | Promise<ReactNode>) | (new (props: never) => Component<unknown>);

/** Cards by the names of tools. A tool without one is shown by default: arguments and output folded. */
export type ToolRenderers = Readonly<Record<string, ToolCard>>;

/**
 * Cards for the tools of an agent, each typed by its tool.
 *
 * @example
 * const renderers: RenderersOf<typeof shop> = { refund: RefundCard };
 */
export type RenderersOf<Agent> = {
  readonly [T in ToolsOf<Agent> as T["name"]]?: ComponentType<ToolCardProps<T>>;
};
