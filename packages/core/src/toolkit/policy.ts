import type { JsonObject } from "../contracts/json.ts";
import type { Tool } from "../contracts/tool.ts";

/** The call a policy judges: the resolved tool's own name, and the arguments as they would run. */
export interface PolicyCall {
  readonly toolName: string;
  readonly args: JsonObject;
}

/** What surrounds the call. */
export interface PolicyContext {
  /** The tool as it is registered: its source, whether it is destructive. */
  readonly tool: Tool;
  readonly runId: string;
  readonly turn: number;
  readonly callId: string;
  /** 1 for the first entry of this call. */
  readonly attempt: number;
  readonly signal: AbortSignal;
}

/** What a person is shown before an approval. */
export interface PolicyAsk {
  /** @default `Allow <tool>?` */
  readonly prompt?: string;
  /** Kept beside the exact call; `editable: true` lets the person change the arguments, by the tool's own schema. */
  readonly data?: JsonObject;
  /** Milliseconds since the epoch. */
  readonly expiresAt?: number;
  /**
   * Whether a person may say that this tool is not asked about again in this run, and whether it counts here that one
   * did. Only in durable runs. A refusal is never overruled by it.
   * @default true, false for a destructive tool
   */
  readonly always?: boolean;
}

/** Run it, ask a person first, or refuse it with words the model reads. */
export type PolicyVerdict = "allow" | "ask" | { readonly deny: string } | { readonly ask: PolicyAsk };

/**
 * Decides over every call before anything else looks at it. One that throws, rejects or gives anything but a verdict
 * denies.
 *
 * @example
 * const policy: Policy = ({ toolName }) => (toolName === "refund" ? "ask" : "allow");
 */
export type Policy = (call: PolicyCall, context: PolicyContext) => PolicyVerdict | Promise<PolicyVerdict>;

/** A verdict that has been looked at. */
export type ReadVerdict =
  | { readonly kind: "allow" }
  | { readonly kind: "ask"; readonly ask: PolicyAsk }
  | { readonly kind: "deny"; readonly reason: string };

/** Reads a verdict; `undefined` for anything that is none. */
export function readVerdict(verdict: unknown): ReadVerdict | undefined {
  if (verdict === "allow") return { kind: "allow" };
  if (verdict === "ask") return { kind: "ask", ask: {} };
  if (typeof verdict !== "object" || verdict === null) return undefined;
  // Refusal first: an object that says both is a no.
  if (Object.hasOwn(verdict, "deny")) {
    const { deny } = verdict as { readonly deny: unknown };
    return typeof deny === "string" ? { kind: "deny", reason: deny || "Denied by policy." } : undefined;
  }
  if (Object.hasOwn(verdict, "ask")) {
    const { ask } = verdict as { readonly ask: unknown };
    return typeof ask === "object" && ask !== null ? { kind: "ask", ask: ask as PolicyAsk } : undefined;
  }
  return undefined;
}

/**
 * Several policies as one, the strictest verdict wins: deny over ask over allow. Where several ask, the first one's
 * words stand. The first refusal ends it.
 */
export function allOf(...policies: readonly Policy[]): Policy {
  return async (call, context) => {
    let strictest: PolicyVerdict = "allow";
    for (const policy of policies) {
      const verdict = await policy(call, context);
      const read = readVerdict(verdict);
      if (read === undefined || read.kind === "deny") return verdict;
      if (read.kind === "ask" && strictest === "allow") strictest = verdict;
    }
    return strictest;
  };
}

/**
 * A policy as a table of tool names.
 *
 * @param otherwise what holds for every other tool
 * @example
 * const policy = byTool({ refund: "ask", dropTable: { deny: "Ask the person to do it by hand." } }, "allow");
 */
export function byTool(table: Readonly<Record<string, PolicyVerdict | Policy>>, otherwise: PolicyVerdict): Policy {
  return (call, context) => {
    const entry = Object.hasOwn(table, call.toolName) ? table[call.toolName] : undefined;
    if (entry === undefined) return otherwise;
    return typeof entry === "function" ? entry(call, context) : entry;
  };
}
