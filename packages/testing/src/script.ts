import type { JsonObject, Usage } from "@holdpoint/core";
import type { ScriptedRequest } from "./scripted-request.ts";

/** A text that must be contained, whatever its case, or a pattern that must match. */
export type TextMatch = string | RegExp;

/** What one tool result must hold: the name of its tool, and what its text says. */
export interface ResultCondition {
  readonly tool: string;
  readonly output?: TextMatch;
}

/** What a request must hold for a step to answer it. All that is given must hold; nothing given means any request. */
export interface StepCondition {
  /**
   * Words of the last message a person wrote. Without `results` it also means that the person spoke last, so that a
   * step for a question does not answer again when the results of its own calls come in.
   */
  readonly user?: TextMatch;
  /** The tool results since the model last spoke: all of them, in the order of the calls. A name alone says which tool. */
  readonly results?: readonly (string | ResultCondition)[];
  readonly system?: TextMatch;
  /** How often exactly this request came before: 0 the first time, 1 when it is asked again. */
  readonly attempt?: number;
}

/** One tool call of a reply. */
export interface ScriptedCall {
  readonly name: string;
  /** The arguments; a text goes out as it is, so that a script can also say what is no JSON. @default {} */
  readonly args?: JsonObject | string;
  /** @default unique in its conversation, and the same whenever the same request is asked again */
  readonly id?: string;
}

/**
 * What goes wrong with a reply. `after` is the number of stream events that still go out whole.
 *
 * - `status`: an HTTP error with the provider's kind of body;
 * - `network`: the request never reaches the endpoint;
 * - `cut`: the connection breaks in the middle (`how: "error"`), or ends as if all were well (`how: "end"`);
 * - `error-event`: the provider reports an error inside a stream that began with 200;
 * - `hang`: nothing more comes until the request is aborted; without `after`, not even a response;
 * - `html`: a page in place of an answer, as a proxy or a captive portal sends it.
 */
export type Fault =
  | {
      readonly kind: "status";
      readonly status: number;
      /** The header as it is sent: seconds, or a date. */
      readonly retryAfter?: string | number;
      readonly message?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | { readonly kind: "network" }
  | { readonly kind: "cut"; readonly after?: number; readonly how?: "error" | "end" }
  | { readonly kind: "error-event"; readonly after?: number; readonly message?: string }
  | { readonly kind: "hang"; readonly after?: number }
  | { readonly kind: "html"; readonly status?: number; readonly html?: string };

/** What the model answers. Reasoning comes first, then text, then the calls. */
export interface Reply {
  readonly reasoning?: string;
  readonly text?: string;
  readonly calls?: readonly ScriptedCall[];
  /** `null` reports none. @default an estimate from the lengths, the same for the same request */
  readonly usage?: Partial<Usage> | null;
  /** As the provider spells it. @default what the provider says for such a reply */
  readonly finishReason?: string;
  readonly fault?: Fault;
}

/** One thing the model says when it is asked for it. */
export interface ScriptStep {
  readonly when?: StepCondition;
  /** A text alone is an answer without calls. A function sees the request. */
  readonly reply: string | Reply | ((request: ScriptedRequest) => string | Reply);
  /** How often this step answers; it must have done so by `assertDone()`. `Infinity`: any number of times. @default 1 */
  readonly times?: number;
}

/**
 * What a scripted model says, as data. A request is answered by the first step that has answers left and whose `when`
 * holds; steps without `when` are thus used in their order.
 */
export type Script = readonly ScriptStep[];

/** A condition in words, for messages. */
export function describeStep(step: ScriptStep): string {
  if (step.when === undefined) return "any request";
  const { user, results, system, attempt } = step.when;
  const parts: string[] = [];
  if (user !== undefined) parts.push(`the person said ${describeMatch(user)}`);
  if (results !== undefined) parts.push(`results of [${results.map(describeResult).join(", ")}]`);
  if (system !== undefined) parts.push(`the system text holds ${describeMatch(system)}`);
  if (attempt !== undefined) parts.push(`attempt ${attempt}`);
  return parts.length === 0 ? "any request" : parts.join(" and ");
}

/** Whether a step's condition holds for a request. */
export function stepMatches(step: ScriptStep, request: ScriptedRequest): boolean {
  const { user, results, system, attempt } = step.when ?? {};
  if (user !== undefined && !textMatches(user, request.user)) return false;
  if (user !== undefined && results === undefined && request.results.length > 0) return false;
  if (system !== undefined && !textMatches(system, request.system)) return false;
  if (attempt !== undefined && attempt !== request.attempt) return false;
  if (results === undefined) return true;
  if (results.length !== request.results.length) return false;
  return results.every((wanted, index) => {
    const result = request.results[index];
    if (result === undefined) return false;
    if (typeof wanted === "string") return wanted === result.tool;
    return wanted.tool === result.tool && (wanted.output === undefined || textMatches(wanted.output, result.output));
  });
}

function textMatches(match: TextMatch, text: string): boolean {
  if (typeof match === "string") return text.toLowerCase().includes(match.toLowerCase());
  // A pattern with the `g` flag keeps its place between calls; a condition must not.
  return new RegExp(match.source, match.flags.replace(/[gy]/g, "")).test(text);
}

function describeMatch(match: TextMatch): string {
  return typeof match === "string" ? JSON.stringify(match) : String(match);
}

function describeResult(wanted: string | ResultCondition): string {
  if (typeof wanted === "string") return wanted;
  return wanted.output === undefined ? wanted.tool : `${wanted.tool} saying ${describeMatch(wanted.output)}`;
}
