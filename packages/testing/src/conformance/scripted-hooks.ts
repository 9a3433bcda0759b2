import { compactor, type Hooks, type Policy, type PolicyVerdict } from "@holdpoint/core";
import { type Fields, isFields } from "./scenario.ts";

/** Makes the hooks a script describes; with `log: true` each hook also notes what it sees. */
export function createScriptedHooks(script: Fields, log: Fields[]): Hooks {
  const { log: logs, beforeLLM, beforeTool, afterTool, compactor: compaction, ...unknown } = script;
  if (Object.keys(unknown).length > 0) throw new Error(`Nobody knows the hooks ${Object.keys(unknown).join(", ")}.`);
  const note = (entry: Fields): void => {
    if (logs === true) log.push(structuredClone(entry));
  };
  const compact = isFields(compaction)
    ? createCompactor(compaction.options as Fields, compaction.summarize)
    : undefined;
  const hooks: Hooks = {};
  if (logs === true || beforeLLM !== undefined || compact !== undefined) {
    hooks.beforeLLM = (event) => {
      const { turn, model, messages, tools } = event;
      note({ hook: "beforeLLM", turn, model, messages: messages.length, tools: tools.map(toolName) });
      const rule = rulesOf(beforeLLM).find((each) => each.turn === undefined || each.turn === turn);
      if (rule === undefined) return compact?.(event);
      if (rule.throw !== undefined) throw new Error(String(rule.throw));
      const { setMessages, appendMessages, setTools } = rule as Readonly<Record<string, readonly Fields[] | undefined>>;
      return {
        ...(setMessages && { messages: setMessages }),
        ...(appendMessages && { messages: [...messages, ...appendMessages] }),
        ...(setTools && { tools: setTools }),
      };
    };
  }
  if (logs === true) {
    hooks.afterLLM = ({ turn, model }) => note({ hook: "afterLLM", turn, model });
  }
  if (logs === true || beforeTool !== undefined) {
    hooks.beforeTool = ({ name, args, id, turn }) => {
      note({ hook: "beforeTool", name, args, id, turn });
      const rule = ruleFor(beforeTool, name);
      if (rule?.throw !== undefined) throw new Error(String(rule.throw));
      if (rule?.result !== undefined) return { result: rule.result as never };
      if (rule?.args !== undefined) return { args: rule.args as Fields };
      return rule?.mergeArgs === undefined ? undefined : { args: { ...args, ...(rule.mergeArgs as Fields) } };
    };
  }
  if (logs === true || afterTool !== undefined) {
    hooks.afterTool = ({ name, args, result, id, turn }) => {
      const { output, isError } = result;
      note({ hook: "afterTool", name, args, output, isError, id, turn });
      const rule = ruleFor(afterTool, name);
      if (rule?.throw !== undefined) throw new Error(String(rule.throw));
      if (rule?.result !== undefined) return { result: rule.result as never };
      return rule?.prefix === undefined ? undefined : { result: { ...result, output: `${rule.prefix}${output}` } };
    };
  }
  return hooks;
}

/** A compactor whose summary is a text in which `<N>` becomes the number of messages. */
export function createCompactor(options: Fields, summarize: unknown) {
  return compactor({
    ...(options as { maxTokens: number }),
    summarize: (older) => String(summarize).replaceAll("<N>", String(older.length)),
  });
}

/** A body transform by its script. */
export function createBodyTransform(script: Fields) {
  const { set, delete: dropped, renameToolRole, ...unknown } = script;
  if (Object.keys(unknown).length > 0)
    throw new Error(`Nobody knows the transform ${Object.keys(unknown).join(", ")}.`);
  return (body: Readonly<Record<string, unknown>>): Record<string, unknown> => {
    const changed = { ...structuredClone(body), ...(set as Fields | undefined) };
    for (const key of (dropped as readonly string[] | undefined) ?? []) delete changed[key];
    if (typeof renameToolRole === "string") {
      changed.messages = (changed.messages as readonly Fields[]).map((message) =>
        message.role === "tool" ? { ...message, role: renameToolRole } : message,
      );
    }
    return changed;
  };
}

/** What an `onError` sees of one failed attempt. */
interface FailedAttempt {
  readonly error?: unknown;
  readonly status?: number;
  readonly attempt: number;
  readonly retryable: boolean;
}

/** An `onError` by its script: the first rule that fits, else the default. */
export function createOnError(script: Fields, calls: Fields[]) {
  return ({ error, status, attempt, retryable }: FailedAttempt): "retry" | "fail" => {
    const isNetwork = status === undefined;
    calls.push({ attempt, retryable, ...(isNetwork ? { network: true, error: String(error) } : { status }) });
    const rule = rulesOf(script.rules).find((each) => (isNetwork ? each.network === true : each.status === status));
    return (rule?.tier as "retry" | "fail" | undefined) ?? (retryable ? "retry" : "fail");
  };
}

/** A policy by its script (our own scenarios): the verdict of the first rule that fits, else `allow`. */
export function createPolicy(script: Fields): Policy {
  return ({ toolName }) => (ruleFor(script.rules, toolName)?.verdict as PolicyVerdict | undefined) ?? "allow";
}

function rulesOf(rules: unknown): readonly Fields[] {
  return Array.isArray(rules) ? rules.filter(isFields) : [];
}

function ruleFor(rules: unknown, name: string): Fields | undefined {
  return rulesOf(rules).find((rule) => rule.name === undefined || rule.name === name);
}

function toolName(tool: Fields): unknown {
  return isFields(tool.function) ? tool.function.name : tool.name;
}
