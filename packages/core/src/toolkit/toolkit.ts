import { HoldpointError } from "../contracts/errors.ts";
import type { JsonObject } from "../contracts/json.ts";
import type { Answer, Request } from "../contracts/request.ts";
import type { Tool, ToolContext } from "../contracts/tool.ts";
import type { ToolResult } from "../contracts/tool-result.ts";
import { loadExecution } from "./load-execution.ts";
import {
  chooseSkills,
  listSkills,
  type SkillDef,
  type SkillOptions,
  type SkillProvider,
  skillTool,
} from "./skill-tool.ts";
import { skillsPrompt } from "./skills-prompt.ts";
import { toAnthropicTools, toGeminiTools, toOpenAITools } from "./tool-declarations.ts";

/** Answers a Request while the call that raised it waits (contract §10). */
export type WaitFor = (request: Request) => Answer | Promise<Answer>;

/** What a source of tools is given when the toolkit is built. */
export interface ToolProviderContext {
  readonly signal?: AbortSignal;
  readonly waitFor?: WaitFor;
  /** Hears what is odd but no error. */
  readonly warn: (message: string) => void;
}

/** Tools that have to be fetched when the toolkit is built, such as those of MCP servers. */
export interface ToolProvider {
  /** Fetches the tools, once per toolkit. */
  load(context: ToolProviderContext): Promise<{
    readonly tools: readonly Tool[];
    /** Called when the toolkit is closed, or could not be built. */
    close?(): void | Promise<void>;
  }>;
}

/** What a toolkit is built from (contract §4). */
export interface ToolkitOptions<T extends Tool = Tool> extends SkillOptions {
  /** Remote tools; they come first. With it, building is asynchronous. */
  readonly mcp?: ToolProvider;
  /** The host's own tools; they come last. One of them replaces a built-in of its name. */
  readonly extraTools?: readonly T[];
  /** Names to drop, as the model would see them. */
  readonly disableTools?: readonly string[];
  /** Lets remote servers ask a person while a call runs. */
  readonly waitFor?: WaitFor;
  /** Stops building. */
  readonly signal?: AbortSignal;
  /** Hears what is odd but no error. @default console.warn */
  readonly warn?: (message: string) => void;
}

/** The tools of an agent, under one roof (contract §4). `T` are those that were given by hand. */
export interface Toolkit<T extends Tool = Tool> {
  /** Types only; never there at run time. */
  readonly "~tools"?: T;
  /** All tools in order. The list stays the same object until one is registered. */
  tools(): readonly Tool[];
  /** The tool of a name; safe for names such as `constructor`. */
  get(name: string): Tool | undefined;
  /** Adds tools; the first of two equal names stays. */
  register(...tools: readonly Tool[]): void;
  /**
   * Executes a tool past policy and validation, which are the gateway's. What a tool throws is its result.
   * @throws HoldpointError `code-missing` where what executes tools could not be loaded; no tool was entered.
   */
  execute(name: string, args?: JsonObject, context?: ToolContext): Promise<ToolResult>;
  /** The text about skills for the system prompt; empty without a source of skills. */
  skillsPrompt(): string;
  /** Declarations for OpenAI. */
  toOpenAI(): JsonObject[];
  /** Declarations for Anthropic. */
  toAnthropic(): JsonObject[];
  /** Declarations for Gemini. */
  toGemini(): JsonObject[];
  /** Lets go of connections. Safe to call twice. */
  close(): Promise<void>;
}

/** Names the public contract gives to its built-in tools: a relayed tool must not pass for one of them (§10). */
const BUILTIN_NAMES = new Set("bash read write edit grep glob webfetch question apply_patch todowrite".split(" "));

/**
 * Builds a toolkit: at once, or after loading where `mcp` or `skillProvider` has something to load.
 *
 * @throws HoldpointError `invalid-toolkit` for something that is no tool, or a relayed tool named like a built-in.
 * @example
 * const toolkit = createToolkit({ extraTools: [refund, lookup, questionTool] });
 */
export function createToolkit<T extends Tool = Tool>(
  options: ToolkitOptions<T> & ({ readonly mcp: ToolProvider } | { readonly skillProvider: SkillProvider }),
): Promise<Toolkit<T>>;
export function createToolkit<T extends Tool = Tool>(
  options?: ToolkitOptions<T> & { readonly mcp?: never; readonly skillProvider?: never },
): Toolkit<T>;
export function createToolkit(options: ToolkitOptions): Toolkit | Promise<Toolkit>;
export function createToolkit(options: ToolkitOptions = {}): Toolkit | Promise<Toolkit> {
  const warn = options.warn ?? warnInConsole;
  if (options.mcp !== undefined || options.skillProvider !== undefined) return loadToolkit(options, warn);
  const skills = options.skills && chooseSkills(options.skills, options, warn).skills;
  return assemble(options, warn, [], skills);
}

async function loadToolkit(options: ToolkitOptions, warn: (message: string) => void): Promise<Toolkit> {
  const { mcp, signal, waitFor, skills, skillProvider } = options;
  signal?.throwIfAborted();
  const [loaded, list] = await Promise.all([
    mcp?.load({ warn, ...(signal && { signal }), ...(waitFor && { waitFor }) }),
    skills !== undefined || skillProvider !== undefined ? listSkills(options, warn) : undefined,
  ]);
  try {
    signal?.throwIfAborted();
    return assemble(options, warn, loaded?.tools ?? [], list?.skills, () => loaded?.close?.());
  } catch (error) {
    await loaded?.close?.();
    throw error;
  }
}

function assemble(
  { extraTools = [], disableTools = [], skillSampleLimit }: ToolkitOptions,
  warn: (message: string) => void,
  remoteTools: readonly Tool[],
  skills: readonly SkillDef[] | undefined,
  close?: () => void | Promise<void>,
): Toolkit {
  const dropped = new Set(disableTools);
  const byName = new Map<string, Tool>();
  let list: readonly Tool[] | undefined;
  let closing: Promise<void> | undefined;

  function add(tool: Tool): void {
    checkTool(tool);
    if (dropped.has(tool.name)) return;
    const present = byName.get(tool.name);
    const replaces = present?.source === "builtin" && tool.source !== "builtin";
    if (present === tool) return;
    if (present !== undefined && !replaces) {
      warn(`Two tools are called "${tool.name}". The first one counts.`);
      return;
    }
    byName.set(tool.name, tool);
    list = undefined;
  }

  const toolkit: Toolkit = {
    tools: () => {
      list ??= Object.freeze([...byName.values()]);
      return list;
    },
    get: (name) => byName.get(name),
    register: (...tools) => tools.forEach(add),
    async execute(name, args = {}, context) {
      const { executeTool, unknownTool } = await loadExecution();
      const tool = byName.get(name);
      return tool === undefined ? unknownTool(name) : executeTool(tool, args, context);
    },
    skillsPrompt: () => (skills === undefined ? "" : skillsPrompt(skills)),
    toOpenAI: () => toOpenAITools(toolkit.tools()),
    toAnthropic: () => toAnthropicTools(toolkit.tools()),
    toGemini: () => toGeminiTools(toolkit.tools()),
    close: () => {
      closing ??= Promise.resolve(close?.());
      return closing;
    },
  };

  for (const tool of remoteTools) add(tool);
  if (skills !== undefined) add(skillTool(skills, skillSampleLimit));
  for (const tool of extraTools) add(tool);
  return toolkit;
}

function checkTool(tool: Tool): void {
  if (typeof tool?.name !== "string" || tool.name === "" || typeof tool.execute !== "function") {
    throw new HoldpointError(
      "invalid-toolkit",
      "This is no tool: it needs a name and an execute function. Make one with defineTool.",
    );
  }
  if (tool.source === "relay" && BUILTIN_NAMES.has(tool.name)) {
    throw new HoldpointError(
      "invalid-toolkit",
      `The relayed tool "${tool.name}" has the name of a built-in tool of the contract. Give it another name.`,
    );
  }
}

function warnInConsole(message: string): void {
  // biome-ignore lint/suspicious/noConsole: the default of an option; a host with a logger of its own gives `warn`
  console.warn(message);
}
