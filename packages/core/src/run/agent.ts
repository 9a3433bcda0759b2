import type { Tool } from "../contracts/tool.ts";
import type { Budget } from "../loop/budget.ts";
import type { Hooks } from "../loop/hooks.ts";
import type { Policy } from "../toolkit/policy.ts";
import type { Toolkit } from "../toolkit/toolkit.ts";
import type { AgentClient } from "./agent-client.ts";

/** What becomes of a message that is sent while a Request is open. No unbalanced transcript ever leaves. */
export type WhilePending =
  /** It waits until the run has come to rest. */
  | "queue"
  /** Open Requests are closed as cancelled, the model reads so, and the message goes next. */
  | "decline"
  /** `send` throws `run-busy`. */
  | "refuse";

/** An agent: code, so it is registered on every load and never stored. A run names it. */
export interface Agent {
  /** How runs in the store find it again. Never rename one that has runs. */
  readonly name: string;
  /** Made with `createClient` or `createInProcessClient`. */
  readonly client: AgentClient;
  readonly toolkit: Toolkit;
  /** In place of the client's. */
  readonly systemPrompt?: string;
  /** Allows, asks a person, or denies each call before its tool. @default every call is allowed */
  readonly policy?: Policy;
  /** What it may spend between two messages. @default 10 model calls */
  readonly budget?: Budget;
  /** In place of the client's. */
  readonly hooks?: Hooks;
  /** @default "queue" */
  readonly whilePending?: WhilePending;
  /** How many Requests one call may raise one after another (log in, then approve). @default 4 */
  readonly maxRequestsPerCall?: number;
  /**
   * Milliseconds for one execution of a tool that names no `timeoutMs` itself: a tool that never settles must not hold
   * a run for ever. @default 600,000
   */
  readonly toolTimeoutMs?: number;
}

/**
 * An agent that another place of this origin drives, mostly a worker of the page. Here its runs are begun, shown, answered
 * and cancelled all the same: what is asked for goes through the store.
 *
 * @example
 * // agent-worker.ts
 * await createRuns({ store: createIdbStore(), agents: [shop] }).resume();
 * // the page
 * new Worker(new URL("./agent-worker.ts", import.meta.url), { type: "module" });
 * const runs = createRuns({ store: createIdbStore(), agents: [{ name: "shop", drivenElsewhere: true }] });
 */
export interface AgentElsewhere {
  readonly name: string;
  readonly drivenElsewhere: true;
  /** What lists of runs show. @default "" */
  readonly model?: string;
  /** As the agent has it. @default "queue" */
  readonly whilePending?: WhilePending;
}

/** Whether this place has the agent itself. */
export function isDrivenHere(agent: Agent | AgentElsewhere): agent is Agent {
  return !("drivenElsewhere" in agent);
}

/** A tool that gives agents tasks. Whoever registers it also knows the agents behind it. */
export interface AgentTool extends Tool {
  readonly agents: readonly Agent[];
}

/** An agent others can work with. */
export interface TeamAgent extends Agent {
  readonly does: string;
  /** A tool that gives this agent a task: its name, what it does, `{ prompt }`. */
  asTool(): AgentTool;
}
