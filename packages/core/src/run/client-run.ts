import { describeThrown, HoldpointError } from "../contracts/errors.ts";
import { type Answer, expiryTime, isExpired, type RaisedRequest, type Request } from "../contracts/request.ts";
import type { RunResult } from "../contracts/run.ts";
import type { RunFact } from "../contracts/run-event.ts";
import type { AgentTask } from "../contracts/tool.ts";
import type { TurnPart } from "../contracts/turn.ts";
import type { Usage } from "../contracts/usage.ts";
import { stopRules } from "../loop/budget.ts";
import { runLoop } from "../loop/loop.ts";
import type { AgentCall, AgentEnd } from "../loop/loop-context.ts";
import { Spend } from "../loop/spend.ts";
import { openSlots, type Transcript } from "../loop/transcript.ts";
import type { Clock } from "../primitives/clock.ts";
import { startDeadline } from "../primitives/deadline.ts";
import { orAborted } from "../primitives/or-aborted.ts";
import { randomId } from "../primitives/random-id.ts";
import { createGateway } from "../toolkit/gateway.ts";
import type { Toolkit, WaitFor } from "../toolkit/toolkit.ts";
import type { Wire } from "../wire/wire.ts";
import type { ClientBehaviour } from "./client-options.ts";
import type { ConversationStore } from "./conversation-store.ts";
import type { MetricEvent } from "./metric-event.ts";
import { toRunResult } from "./result-fold.ts";
import { createRunMeter } from "./run-meter.ts";
import type { StreamEvent } from "./stream-event.ts";
import { streamFold } from "./stream-fold.ts";

/** What all runs of one client share. */
export interface ClientRunContext {
  readonly wire: Wire;
  readonly options: ClientBehaviour;
  readonly clock: Clock;
  readonly warn: (message: string) => void;
  readonly report: (event: MetricEvent) => void;
  /** Where conversations are kept, and what sub-agents have done when they ask a person. */
  readonly store: ConversationStore;
  /** Lets an agent do a task for a call of a run that stands `depth` deep. */
  readonly runAgent: (depth: number, task: AgentTask, call: AgentCall) => Promise<AgentEnd>;
}

/** One run of a client. */
export interface ClientRunInput {
  readonly toolkit: Toolkit;
  /** The system text of every request; empty where it stands in the transcript. */
  readonly system: string;
  /** Makes the transcript to begin with and the person's message. What it throws fails the run. */
  readonly begin: () => Beginning | Promise<Beginning>;
  readonly signal?: AbortSignal | undefined;
  /** Listens to the run, which then streams. A promise is awaited before the run goes on. */
  readonly listen?: Listen;
  /** How many agents stand above this one. @default 0 */
  readonly depth?: number;
  readonly spend?: Spend;
  /** Hears how the run ended, also when it failed. */
  readonly onEnd?: (end: ClientRunEnd) => void;
}

/** How a run ended, beside its result. */
export interface ClientRunEnd {
  readonly usage: Usage;
  /** What a halted run waits for. */
  readonly raised?: RaisedRequest;
}

type Listen = (event: StreamEvent) => Promise<void> | undefined;

/** Where a run begins. */
export interface Beginning {
  readonly transcript: Transcript;
  readonly message?: readonly TurnPart[];
}

/** Runs the loop once and folds what it says. Nothing is stored; timers and listeners are released at the end. */
export async function runClient(context: ClientRunContext, input: ClientRunInput): Promise<RunResult> {
  const { wire, options, clock, warn, report } = context;
  const { toolkit, listen, depth = 0, spend = new Spend() } = input;
  let raised: RaisedRequest | undefined;
  const { timeoutMs, waitFor } = options;
  const deadline = startDeadline(input.signal, timeoutMs, () => timeoutError(timeoutMs), clock);
  const { signal } = deadline;
  const meter = createRunMeter(wire.model, report, clock);
  const stream = listen && new StreamTeller(listen, waitFor === undefined);

  function emit(facts: readonly RunFact[], from = 0): readonly RunFact[] | Promise<readonly RunFact[]> {
    for (const [position, fact] of facts.entries()) {
      if (position < from) continue;
      meter.note(fact);
      const told = stream?.tell(fact);
      if (told !== undefined) return orAborted(told, signal).then(() => emit(facts, position + 1));
    }
    return facts;
  }

  try {
    const { policy, validate, toolTimeoutMs, onToolError, hooks, maxTurns, budget } = options;
    const { transcript, message } = await input.begin();
    const limits = { ...(maxTurns !== undefined && { maxTurns }), ...budget };
    const carved = spend.begin(limits, transcript, clock.now());
    const end = await runLoop(
      {
        runId: randomId("run_"),
        agent: "client",
        wire,
        toolkit,
        gateway: createGateway({
          toolkit,
          warn,
          clock,
          ...(policy && { policy }),
          ...(toolTimeoutMs !== undefined && { toolTimeoutMs }),
          ...(validate !== undefined && { validate }),
        }),
        warn,
        ...(onToolError && { onToolError }),
        ...(hooks && { hooks }),
        system: input.system,
        stream: listen !== undefined,
        stopRules: stopRules(carved),
        spend,
        runAgent: (task, call) => context.runAgent(depth, task, call),
        signal,
        clock,
        emit: (facts) => emit(facts),
        transcript,
        ...(waitFor && {
          awaitAnswer: async (raised: RaisedRequest, active: AbortSignal) => {
            await stream?.told(raised.request.id, active);
            return askHost(waitFor, raised.request, active, clock);
          },
        }),
      },
      message,
    );
    raised = openSlots(end.transcript).find(({ state }) => state === "asking")?.raised;
    const result = await toRunResult(meter.totals, end, wire);
    meter.end({ toolCalls: result.toolCallCount });
    return result;
  } catch (error) {
    meter.end({ error: describeThrown(error) });
    throw error;
  } finally {
    deadline.release();
    input.onEnd?.({ usage: meter.totals.usage, ...(raised && { raised }) });
  }
}

/** Tells the facts of a run as stream events, and knows which Requests have been told. */
class StreamTeller {
  readonly #listen: Listen;
  readonly #fold: ReturnType<typeof streamFold>;
  #state: ReturnType<typeof streamFold>["initial"];
  readonly #told = new Set<string>();
  readonly #waiting = new Map<string, () => void>();

  constructor(listen: Listen, halts: boolean) {
    this.#listen = listen;
    this.#fold = streamFold(halts);
    this.#state = this.#fold.initial;
  }

  tell(fact: RunFact): Promise<void> | undefined {
    if (fact.type === "text.appended") {
      return fact.text === "" ? undefined : this.#listen({ type: "text", delta: fact.text });
    }
    // What a stream tells does not depend on the time.
    this.#state = this.#fold.step(this.#state, fact, 0);
    let last: Promise<void> | undefined;
    for (const event of this.#state.events) {
      last = this.#listen(event) ?? last;
      if (event.type !== "pending") continue;
      this.#told.add(event.request.id);
      this.#waiting.get(event.request.id)?.();
    }
    return last;
  }

  /** Waits until a Request has been told: the host hears of it on the stream before `waitFor` is asked. */
  told(requestId: string, signal: AbortSignal): Promise<void> | undefined {
    if (this.#told.has(requestId)) return undefined;
    const told = new Promise<void>((resolve) => {
      this.#waiting.set(requestId, resolve);
    });
    return orAborted(told, signal);
  }
}

/**
 * Asks the host. Only `ok` decides; a `waitFor` that throws counts as not ok, unless the run was stopped. A Request
 * whose time passes meanwhile answers itself (contract §10).
 */
function askHost(waitFor: WaitFor, request: Request, signal: AbortSignal, clock: Clock): Promise<Answer> {
  const { id } = request;
  const expired: Answer = { id, ok: false, reason: "expired" };
  if (isExpired(request, clock.now())) return Promise.resolve(expired);
  const time = expiryTime(request);
  let cancel: (() => void) | undefined;
  const asked = new Promise<Answer>((resolve) => {
    if (time !== undefined) {
      cancel = clock.schedule(() => resolve(expired), Math.max(0, time - clock.now()));
    }
    const refuse = () => resolve({ id, ok: false });
    // A function of the host may throw at once as well as later.
    new Promise<Answer>((given) => given(waitFor(request))).then((answer) => resolve(readAnswer(id, answer)), refuse);
  });
  return orAborted(asked, signal).finally(() => cancel?.());
}

/** An Answer that names another Request is none to this one. */
function readAnswer(id: string, given: unknown): Answer {
  if (typeof given !== "object" || given === null) return { id, ok: false };
  const answer = given as Partial<Answer>;
  return { ...answer, id, ok: answer.ok === true && (answer.id ?? id) === id };
}

/** The reason of a run that took too long. */
export function timeoutError(timeoutMs: number | undefined): HoldpointError {
  return new HoldpointError(
    "timeout",
    `The run took longer than ${timeoutMs} ms and was stopped. Raise timeoutMs, or leave it out for no limit.`,
  );
}
