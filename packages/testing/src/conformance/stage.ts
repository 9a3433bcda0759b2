import {
  type Answer,
  type Client,
  type ClientBehaviour,
  createClient,
  createToolkit,
  HoldpointError,
  type Request,
  type Toolkit,
} from "@holdpoint/core";
import { compareWhole } from "./compare.ts";
import { createPatientClock, type PatientClock } from "./patient-clock.ts";
import { type AnswerScript, asError, type Fields, isFields, type Scenario } from "./scenario.ts";
import { createScriptedEndpoint, type SentRequest } from "./scripted-endpoint.ts";
import { createBodyTransform, createOnError, createPolicy, createScriptedHooks } from "./scripted-hooks.ts";
import { createScriptedTool, type Execution } from "./scripted-tools.ts";

/** Everything a scenario plays on: the real client and toolkit, and scripted surroundings that note what they see. */
export interface Stage {
  readonly client: Client;
  readonly toolkit: Toolkit;
  readonly signal: AbortSignal;
  readonly time: PatientClock;
  /** The client's options without its endpoint. */
  readonly clientOptions: ClientBehaviour;
  /** What a call gives, or the error it fails with. */
  attempt(call: () => Promise<Fields>): Promise<Fields>;
  /** What the surroundings saw, by the name of its expectation. */
  seen(): Promise<Fields>;
  close(): {
    readonly requests: readonly SentRequest[];
    readonly secrets: readonly string[];
    readonly problems: readonly string[];
  };
}

/** Sets the stage of a scenario. */
export function createStage(scenario: Scenario): Stage {
  const problems: string[] = [];
  const complain = (problem: string): void => {
    problems.push(problem);
  };
  const stop = new AbortController();
  const time = createPatientClock(scenario.clientOptions?.timeoutMs);
  const endpoint = createScriptedEndpoint(scenario.responses ?? [], onRequest, complain);
  const executions: Execution[] = [];
  const hookLog: Fields[] = [];
  const onErrorCalls: Fields[] = [];
  const metricEvents: unknown[] = [];
  const waitForCalls: Request[] = [];
  const toolErrors: unknown[] = [];

  function onRequest(number: number): void {
    if (number === scenario.abort?.duringRequest) stop.abort(new DOMException("The script aborts.", "AbortError"));
  }

  const { hooks, bodyTransform, onError, policy, ...plain } = scenario.clientOptions ?? {};
  const common = {
    ...plain,
    clock: time.clock,
    warn: () => undefined,
    onMetric: (event: unknown) => void metricEvents.push(structuredClone(event)),
    ...(isFields(hooks) && { hooks: createScriptedHooks(hooks, hookLog) }),
    ...(isFields(bodyTransform) && { bodyTransform: createBodyTransform(bodyTransform) }),
    ...(isFields(policy) && { policy: createPolicy(policy) }),
    onToolError: (report: object) => void toolErrors.push({ ...report }),
    ...(isFields(onError) && { onError: createOnError(onError, onErrorCalls) }),
    ...(scenario.answers && { waitFor: createWaitFor(scenario.answers, waitForCalls, complain) }),
  };
  const client = createClient({
    baseUrl: "https://endpoint.example.test",
    model: "none",
    ...common,
    style: scenario.style,
    fetch: endpoint.fetch,
  });
  const { skills, skillsFilter, disableSkills, skillSampleLimit, disableTools } = scenario;
  const toolkit = createToolkit({
    warn: () => undefined,
    extraTools: (scenario.tools ?? []).map((tool) =>
      createScriptedTool(tool, {
        record: (execution) => executions.push(execution),
        delay: time.delay,
        fetch: endpoint.fetch,
      }),
    ),
    ...({ skills, skillsFilter, disableSkills, skillSampleLimit, disableTools } as object),
  });

  return {
    client,
    toolkit,
    signal: stop.signal,
    time,
    clientOptions: common,
    async attempt(call) {
      try {
        return await call();
      } catch (error) {
        return { error: errorFields(error) };
      }
    },
    async seen() {
      const counts = new Map<string, number>();
      for (const { name } of executions) counts.set(name, (counts.get(name) ?? 0) + 1);
      return {
        requestCount: endpoint.requests.length,
        lastRequestMessages: (endpoint.requests.at(-1)?.body as Fields | undefined)?.messages,
        toolExecutions: executions,
        toolExecutionCounts: Object.fromEntries(counts),
        hookLog,
        onErrorCalls,
        waitForCalls,
        toolErrors,
        metricEvents,
        metricsText: client.metrics(),
        waits: time.waits,
        store: await storedIn(client, scenario),
      };
    },
    close: () => ({ requests: endpoint.requests, secrets: secretsOf(scenario), problems }),
  };
}

/** A thrown value as it is compared. */
export function errorFields(error: unknown): Fields {
  const code = HoldpointError.is(error) ? { code: error.code } : {};
  return { message: asError(error).message, ...code };
}

function createWaitFor(script: readonly AnswerScript[], calls: Request[], complain: (problem: string) => void) {
  const unused = [...script];
  return async (request: Request): Promise<Answer> => {
    calls.push(structuredClone(request));
    const found = unused.findIndex(({ match = {} }) =>
      Object.entries(match).every(([key, value]) => {
        const held: unknown = (request as unknown as Fields)[key];
        return compareWhole(value, held, "").length === 0;
      }),
    );
    const [entry] = found < 0 ? [] : unused.splice(found, 1);
    if (entry === undefined) complain(`nobody expected to be asked "${request.prompt}"`);
    return { id: request.id, ok: false, ...entry?.answer };
  };
}

/** The conversations the scenario speaks of, as the store holds them; `null` where nothing is stored. */
async function storedIn(client: Client, { expect = {} }: Scenario): Promise<Fields> {
  const ids = isFields(expect.store) ? Object.keys(expect.store) : [];
  const entries = ids.map(async (id) => [id, (await client.conversationStore().get(id)) ?? null] as const);
  return Object.fromEntries(await Promise.all(entries));
}

/** All values that may stand for `<apiKey>` and `<secret>`: the key, and the values of configured headers. */
function secretsOf({ clientOptions = {}, tools = [] }: Scenario): readonly string[] {
  const headers = [clientOptions.headers, ...tools.map(({ http }) => http?.headers)].filter(isFields);
  const values = [clientOptions.apiKey, ...headers.flatMap((each) => Object.values(each))];
  return values.filter((value): value is string => typeof value === "string");
}
