import {
  ContentPart,
  createInProcessClient,
  createMetricsRegistry,
  elicitationAnswer,
  elicitationRequest,
  type MetricEvent,
  mapMcpResult,
  partBytes,
  partTokens,
  placeholderOf,
  sanitizeName,
} from "@holdpoint/core";
import { observeCalls } from "./calls.ts";
import { type Fields, isFields, type Scenario } from "./scenario.ts";
import type { SentRequest } from "./scripted-endpoint.ts";
import { createCompactor } from "./scripted-hooks.ts";
import { createStage, errorFields, type Stage } from "./stage.ts";

/** What was seen of a scenario. */
export interface Observation {
  /** By the name of its expectation. */
  readonly seen: Readonly<Record<string, unknown>>;
  readonly requests: readonly SentRequest[];
  /** What `<apiKey>` and `<secret>` stand for. */
  readonly secrets: readonly string[];
  /** What must not happen, whatever is expected. */
  readonly problems: readonly string[];
}

type Mode = (scenario: Scenario, stage: Stage) => Promise<Fields> | Fields;

/** The modes of the format, by name. */
const MODES: Readonly<Record<string, Mode>> = {
  run: (scenario, stage) => observeOne(scenario, stage),
  stream: (scenario, stage) => observeOne(scenario, stage),
  calls: async ({ calls = [] }, stage) => {
    const results = await observeCalls(calls, stage);
    return { results };
  },
  async translate({ request = {} }, stage) {
    const { toolkit, ...given } = request;
    return stage.attempt(async () => ({
      result: await stage.client.translate({
        ...given,
        signal: stage.signal,
        ...(toolkit === true && { toolkit: stage.toolkit }),
      } as never),
    }));
  },
  inProcess: observeInProcess,
  adapters: (_scenario, { toolkit }) => ({
    openai: toolkit.toOpenAI(),
    anthropic: toolkit.toAnthropic(),
    gemini: toolkit.toGemini(),
  }),
  sanitize: ({ inputs = [] }) => ({ outputs: inputs.map((input) => sanitizeName(input)) }),
  skillsPrompt: (_scenario, { toolkit }) => ({
    text: toolkit.skillsPrompt(),
    toolNames: toolkit.tools().map(({ name }) => name),
  }),
  async compact({ options = {}, summarize, messages = [] }) {
    const compacted = await createCompactor(options, summarize)({ messages });
    return { messages: compacted?.messages ?? null };
  },
  metricsText({ metricInput = [] }) {
    const registry = createMetricsRegistry();
    for (const event of metricInput) registry.record(event as unknown as MetricEvent);
    return { text: registry.text() };
  },
  async parts({ cases = [] }) {
    return { cases: await Promise.all(cases.map(({ from }) => attemptPart(from as Fields))) };
  },
  partStrings: ({ cases = [] }) => ({
    cases: cases.map(({ part, dataBytes }) => {
      const whole = { ...(part as ContentPart), ...(typeof dataBytes === "number" && { data: zeros(dataBytes) }) };
      return {
        bytes: partBytes(whole as ContentPart),
        tokens: partTokens(whole as ContentPart),
        summary: ContentPart.summary(whole as ContentPart),
        placeholder: placeholderOf(whole as Exclude<ContentPart, { type: "text" }>),
      };
    }),
  }),
  mcpResult: ({ cases = [] }) => ({ cases: cases.map(({ given }) => mapMcpResult(given as never)) }),
  elicitation: ({ cases = [] }) => ({
    cases: cases.map(({ given, answers = [] }) => {
      const request = elicitationRequest(given as never);
      return {
        request,
        answers: (answers as readonly Fields[]).map(({ answer }) =>
          elicitationAnswer(request, { id: request.id, ...(answer as { ok: boolean }) }),
        ),
      };
    }),
  }),
};

/** Runs a scenario and gives what was seen. @throws Error for a mode nobody knows. */
export async function observe(scenario: Scenario): Promise<Observation> {
  const mode = Object.hasOwn(MODES, scenario.mode) ? MODES[scenario.mode] : undefined;
  if (mode === undefined) throw new Error(`Nobody knows the mode ${JSON.stringify(scenario.mode)}.`);
  const stage = createStage(scenario);
  const seen = await stage.time.drive(Promise.resolve(mode(scenario, stage)));
  return { ...stage.close(), seen: { ...(await stage.seen()), ...seen } };
}

async function observeOne({ mode, history, prompt }: Scenario, stage: Stage): Promise<Fields> {
  const call = { mode: mode as "run" | "stream", ...(history && { history }), prompt };
  const [result = {}] = await observeCalls([call], stage);
  return result;
}

async function observeInProcess({ generate = [], clientOptions = {}, prompt, history }: Scenario, stage: Stage) {
  const { toolkit } = stage;
  const given = { toolkit, ...(history && { history }) };
  const generateCalls: unknown[] = [];
  const client = createInProcessClient({
    ...stage.clientOptions,
    model: String(clientOptions.model),
    generate({ messages, tools: declared, model, body }) {
      const reply = generate[generateCalls.length];
      generateCalls.push(structuredClone({ messages, ...(declared && { tools: declared }), model, body }));
      if (reply === undefined) throw new Error("The script has no further reply.");
      if (reply.throw !== undefined) throw new Error(String(reply.throw));
      return reply as never;
    },
  });
  const ran = await stage.attempt(async () => ({
    result: await client.run(prompt as string, given),
  }));
  const seenCalls = generateCalls.slice();
  const raised = await stage.attempt(async () => {
    for await (const _event of client.stream(prompt as string, given));
    return {};
  });
  return { ...ran, generateCalls: seenCalls, streamRaises: raised.error };
}

async function attemptPart(from: Fields): Promise<Fields> {
  try {
    return { part: await makePart(from) };
  } catch (error) {
    return { error: errorFields(error) };
  }
}

/** What the edge constructor is given. */
function makePart({ dataUrl, url, bytes, blob, file, text, ...options }: Fields) {
  if (typeof text === "string") return ContentPart.text(text);
  if (typeof dataUrl === "string") return ContentPart.from(dataUrl, options);
  if (typeof url === "string") return ContentPart.from(url, options);
  if (typeof bytes === "string") return ContentPart.from(decode(bytes), options);
  if (isFields(blob)) return ContentPart.from(new Blob([decode(String(blob.bytes))], typeOf(blob)), options);
  if (isFields(file)) {
    return ContentPart.from(new File([decode(String(file.bytes))], String(file.name), typeOf(file)), options);
  }
  throw new Error("Nobody knows how to make a part of this.");
}

function typeOf({ type }: Fields): BlobPropertyBag {
  return typeof type === "string" ? { type } : {};
}

function decode(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

function zeros(count: number): string {
  return btoa("\0".repeat(count));
}
