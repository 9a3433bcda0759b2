import type { ScriptedRequest, ScriptStep } from "@holdpoint/testing";

/** One thing to try in the demo: a prompt to begin with, and what the embedded model says in it. */
export interface Story {
  readonly id: string;
  /** On the button. */
  readonly title: string;
  /** What there is to see, in a few words. */
  readonly shows: string;
  readonly prompt: string;
  /** An address of a file of the demo that goes with the prompt. */
  readonly attachment?: string;
  readonly steps: readonly ScriptStep[];
}

/** The demo can be tried again and again, so its steps never run out. */
export function always(steps: readonly ScriptStep[]): ScriptStep[] {
  return steps.map((step) => ({ ...step, times: Number.POSITIVE_INFINITY }));
}

/** The text of one result; empty when the call is not among them. */
export function outputOf(request: ScriptedRequest, tool: string): string {
  return request.results.find((result) => result.tool === tool)?.output ?? "";
}

/** A field of a result that is JSON; `undefined` for any other text, such as the reason of a refusal. */
export function fieldOf(request: ScriptedRequest, tool: string, field: string): string | undefined {
  const value = parseJson(outputOf(request, tool));
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, field)) return undefined;
  const found: unknown = Reflect.get(value, field);
  return typeof found === "string" || typeof found === "number" ? String(found) : undefined;
}

/** Why a call did not happen, in words for the answer: the person's own reason where there is one. */
export function refusalOf(request: ScriptedRequest, tool: string): string {
  const output = outputOf(request, tool);
  const reason = /^Reason: (.*)/ms.exec(output)?.[1];
  if (reason !== undefined) return `You said: “${reason.trim()}”`;
  return /^declined/.test(output) ? "You declined it." : output;
}

/** A person's reason may look like anything, also like the beginning of JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
