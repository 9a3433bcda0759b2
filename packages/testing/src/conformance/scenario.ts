/** Anything JSON. */
export type Json = unknown;

/** A JSON object nobody has looked at yet. */
export type Fields = Readonly<Record<string, Json>>;

/** What one scripted execution of a tool does. */
export interface Behaviour extends Fields {
  readonly type: string;
  readonly delayMs?: number;
}

/** A scripted tool. */
export interface ToolScript {
  readonly kind?: "custom" | "http" | "question" | "relay";
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Fields;
  /** One for every execution, or one for each (the last repeats). */
  readonly behaviour?: Behaviour | readonly Behaviour[];
  readonly http?: Fields;
  /** Our own scenarios only: further fields of the tool. */
  readonly options?: Fields;
}

/** One answer of the scripted endpoint. */
export interface ReplyScript {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: Json;
  readonly text?: string;
  readonly sse?: readonly string[];
  readonly chunkBytes?: number;
  readonly networkError?: string;
  readonly hang?: boolean;
}

/** What a person says to a Request. */
export interface AnswerScript {
  readonly match?: Fields;
  readonly answer: Fields;
}

/** One call of a scenario in `calls` mode. */
export interface CallScript {
  readonly mode: "run" | "ask" | "stream" | "execute" | "resume";
  readonly id?: string;
  readonly prompt?: Json;
  readonly history?: Json;
  readonly onText?: boolean;
  readonly tool?: string;
  readonly args?: Fields;
  readonly pending?: Json;
  readonly answer?: Fields;
}

/** What must be observed. Each key is one expectation. */
export type Expectations = Fields;

/** One scenario, as its file holds it. */
export interface Scenario {
  readonly name: string;
  readonly section: string;
  readonly source: string;
  readonly note?: string;
  readonly style: "openai" | "anthropic";
  readonly mode: string;
  readonly clientOptions?: Fields;
  readonly tools?: readonly ToolScript[];
  readonly skills?: readonly Fields[];
  readonly skillsFilter?: Readonly<Record<string, boolean>>;
  readonly disableSkills?: readonly string[];
  readonly skillSampleLimit?: number;
  readonly disableTools?: readonly string[];
  readonly history?: readonly Fields[];
  readonly prompt?: Json;
  readonly request?: Fields;
  readonly calls?: readonly CallScript[];
  readonly answers?: readonly AnswerScript[];
  readonly abort?: { readonly duringRequest: number };
  readonly responses?: readonly ReplyScript[];
  readonly generate?: readonly Fields[];
  readonly inputs?: readonly string[];
  readonly cases?: readonly Fields[];
  readonly messages?: readonly Fields[];
  readonly options?: Fields;
  readonly summarize?: string;
  readonly metricInput?: readonly Fields[];
  readonly compare?: readonly string[];
  readonly expect?: Expectations;
}

const KNOWN_KEYS: ReadonlySet<string> = new Set<keyof Scenario>([
  "name",
  "section",
  "source",
  "note",
  "style",
  "mode",
  "clientOptions",
  "tools",
  "skills",
  "skillsFilter",
  "disableSkills",
  "skillSampleLimit",
  "disableTools",
  "history",
  "prompt",
  "request",
  "calls",
  "answers",
  "abort",
  "responses",
  "generate",
  "inputs",
  "cases",
  "messages",
  "options",
  "summarize",
  "metricInput",
  "compare",
  "expect",
]);

/**
 * Reads the text of a scenario file.
 *
 * @throws Error where it is none: what is not understood must not pass in silence.
 */
export function parseScenario(text: string): Scenario {
  const value: unknown = JSON.parse(text);
  if (!isFields(value)) throw new Error("A scenario is a JSON object.");
  for (const key of ["name", "mode"]) {
    if (typeof value[key] !== "string") throw new Error(`A scenario needs a ${key}.`);
  }
  const unknown = Object.keys(value).filter((key) => !KNOWN_KEYS.has(key));
  if (unknown.length > 0) throw new Error(`This scenario has keys nobody reads: ${unknown.join(", ")}.`);
  return value as unknown as Scenario;
}

/** Whether a value is a JSON object. */
export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A thrown value as an Error. */
export function asError(value: unknown): Error {
  return value instanceof Error ? value : new Error(String(value));
}
