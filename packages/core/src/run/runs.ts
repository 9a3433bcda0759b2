import { HoldpointError } from "../contracts/errors.ts";
import { expectCode, loadCode } from "../contracts/load-code.ts";
import type { TurnPart } from "../contracts/turn.ts";
import { type Clock, systemClock } from "../primitives/clock.ts";
import { randomId } from "../primitives/random-id.ts";
import { type Agent, type AgentElsewhere, isDrivenHere } from "./agent.ts";
import { withTeams } from "./agent-tools.ts";
import { type AnswerInput, type AnswerPlace, answerRequest } from "./answer-request.ts";
import type { RunPast } from "./create-run.ts";
import type {
  AnswerOutcome,
  JournalStore,
  RequestFilter,
  RequestRecord,
  RunFilter,
  RunRecord,
  RunSnapshot,
  StoreChange,
} from "./journal.ts";
import { listRequests } from "./list-requests.ts";
import type { Prompt } from "./message-parts.ts";
import { RunSession, type RunsShared } from "./run-session.ts";
import { unknownRun } from "./store-rules.ts";
import type { RunView } from "./view.ts";

/** How many runs are remembered that nobody looks at. */
const MAX_SESSIONS = 64;

/** What `createRuns` is made of. */
export interface RunsOptions {
  readonly store: JournalStore;
  /**
   * The agents of this page. A run whose agent is not here can be read and answered, not driven. Of an agent that a
   * worker drives the name is enough: {@link AgentElsewhere}.
   */
  readonly agents: readonly (Agent | AgentElsewhere)[];
  /** @default the platform's clock */
  readonly clock?: Clock;
}

/** One durable run, seen from this tab. Any tab may send, answer and cancel; the one that drives it acts. */
export interface RunHandle {
  readonly runId: string;
  /** The run as it stands. The same object until something changed. */
  getView(): RunView;
  /** Hears of every new view; the first listener opens the run, and this tab drives it when nobody else does. */
  subscribe(listener: () => void): () => void;
  /**
   * Says something to the agent. While a Request is open the agent's `whilePending` decides what becomes of it.
   * @throws HoldpointError `run-busy` where that is `refuse`; `unknown-run`.
   */
  send(prompt: Prompt): Promise<void>;
  /** Answers a Request of this run. @throws AnswerError when the Answer does not fit; nothing is changed then. */
  answer(requestId: string, answer: AnswerInput): Promise<AnswerOutcome>;
  /** Stops the run; open Requests are closed. Nothing happens to a run that is at rest. */
  cancel(reason?: string): Promise<void>;
  /** Goes on after a failure, from the last thing that is settled; tries at once what the store refused. */
  retry(): Promise<void>;
  /** Adds the page of turns before those in the view. */
  loadOlder(): Promise<void>;
  /** Takes the run from a tab that holds it and does not move. */
  takeOver(): Promise<void>;
  /**
   * The next view in which the run rests: paused, done, incomplete, failed, cancelled or missing. Of a run that cannot
   * be read (`damaged`, `store-newer`) it is the one that says so: `loading`, with that `error`.
   */
  settled(): Promise<RunView>;
}

/** All durable runs of one store, with the agents that can drive them. */
export interface Runs {
  readonly store: JournalStore;
  readonly agents: readonly (Agent | AgentElsewhere)[];
  /** Begins a run: it is on disk when this returns. @throws HoldpointError `unknown-agent`; StoreError. */
  start(options: { readonly agent: string; readonly prompt: Prompt; readonly runId?: string }): Promise<RunHandle>;
  /**
   * Says a message of a run anew, as a branch: a run of its own that shares what was before that message. The run it
   * comes from stays as it is, and may go on. Branches of a run: `list({ root: record.forkedFrom?.root ?? runId })`.
   *
   * @param turn - the message's place in the run: `index` of the view's turn
   * @param prompt - what is said in its place; text leaves what was attached. @default the same again
   * @throws HoldpointError `unknown-run`; `invalid-argument` when the turn is no message of a person; `unknown-agent`.
   */
  fork(runId: string, turn: number, prompt?: Prompt): Promise<RunHandle>;
  /**
   * Has at hand what beginning and driving the runs of an agent takes, of all agents where none is named: code that is
   * else loaded when it is first needed.
   *
   * @throws HoldpointError `code-missing`
   */
  prepare(agent?: string): Promise<void>;
  /** A run by its id; the same handle for one id. Nothing is read before somebody listens or asks. */
  open(runId: string): RunHandle;
  /** Records of runs, newest first; those of sub-agents only when asked for by their parent. */
  list(filter?: RunFilter): Promise<readonly RunRecord[]>;
  /** Removes a run with all that belongs to it. @throws HoldpointError `run-busy` while it runs: cancel it first. */
  remove(runId: string): Promise<void>;
  /** The inbox: Requests over all runs, those still open unless the filter says otherwise. */
  requests(filter?: RequestFilter): Promise<readonly RequestRecord[]>;
  /**
   * Answers a Request of any run. The first Answer wins; a later one is told what was decided.
   *
   * @throws AnswerError `answer-invalid` when it does not fit, `request-expired` when it is late, `unknown-request`.
   */
  answer(requestId: string, answer: AnswerInput): Promise<AnswerOutcome>;
  /** Takes an Answer back while the run has not acted on it; at any time what it allows for later calls. */
  retractAnswer(requestId: string): Promise<boolean>;
  /**
   * Takes up every run that was interrupted or has an Answer waiting, stands by for those that others begin, and goes on
   * doing so until `close`.
   */
  resume(): Promise<void>;
  /**
   * The runs open in this tab as it holds them in memory, without a look at the store, what that could not take
   * included. A run whose older turns were never read is missing. To save it: `exportOpenRuns`.
   */
  inMemory(): readonly RunSnapshot[];
  /** Hears of every change in the store, also of other tabs. Gives the way to stop. */
  subscribe(listener: (change: StoreChange) => void): () => void;
  /** The bytes of a stored part; `undefined` when they are not here. */
  getBlob(hash: string): Promise<Blob | undefined>;
  /** Lets go of all runs and of the store. */
  close(): Promise<void>;
}

/** What keeps a run from being read, and does not pass by itself. */
const UNREADABLE: ReadonlySet<string | undefined> = new Set(["damaged", "store-newer"]);

/** What drives a run. */
const loadDriving = () => loadCode(() => import("./driving.ts"));

/** What makes a message of what a person says. */
const loadMessages = () => loadCode(() => import("./create-run.ts"));

/** What agents need to work for one another. */
const loadTeamwork = () => loadCode(() => import("./durable-sub-agent.ts"));

/** Makes {@link Runs}. Nothing is opened before it is used. @throws HoldpointError `invalid-argument` on equal names. */
export function createRuns(options: RunsOptions): Runs {
  const { store, clock = systemClock } = options;
  const agents = withTeams(options.agents.filter(isDrivenHere));
  const elsewhere = new Map(options.agents.flatMap((agent) => (isDrivenHere(agent) ? [] : [[agent.name, agent]])));
  const sessions = new Map<string, { session: RunSession; handle: RunHandle }>();
  const shared: RunsShared = {
    store,
    clock,
    agents,
    elsewhere,
    spends: new Map(),
    open: (runId) => open(runId).session,
    async prepare(agent) {
      const [{ startDriving }] = await Promise.all([
        loadDriving(),
        agent?.client.wire.prepare?.(),
        agents.size > 1 && loadTeamwork(),
      ]);
      return startDriving;
    },
    runAgent: async (...given) => (await loadTeamwork()).runDurableSubAgent(shared, ...given),
  };
  const place: AnswerPlace & RunsShared = { ...shared, onAnswered: (runId) => open(runId).session.wake() };
  let stopResuming: (() => void) | undefined;

  function open(runId: string) {
    const known = sessions.get(runId);
    if (known !== undefined) return known;
    // Runs nobody looks at and nothing drives are forgotten; the store has them.
    for (const [id, { session }] of sessions) if (sessions.size >= MAX_SESSIONS && session.isIdle) sessions.delete(id);
    const session = new RunSession(runId, shared);
    const opened = { session, handle: createHandle(session) };
    sessions.set(runId, opened);
    return opened;
  }

  async function recordOf({ runId }: { readonly runId: string }): Promise<RunRecord> {
    const record = await store.getRun(runId);
    if (record === undefined) throw unknownRun(runId);
    return record;
  }

  function named(name: string): Agent | AgentElsewhere | undefined {
    return agents.get(name) ?? elsewhere.get(name);
  }

  async function begin(
    runId: string,
    name: string,
    prompt: Prompt | readonly TurnPart[],
    past?: RunPast,
  ): Promise<RunHandle> {
    const agent = named(name);
    if (agent === undefined) {
      throw new HoldpointError(
        "unknown-agent",
        `No agent is named "${name}". Known: ${[...agents.keys(), ...elsewhere.keys()].join(", ") || "none"}. Pass it to createRuns.`,
      );
    }
    // What cannot be driven here is not begun here.
    const [{ createRun }] = await Promise.all([loadMessages(), isDrivenHere(agent) && shared.prepare(agent)]);
    await createRun(store, { runId, agent, prompt, at: clock.now(), ...(past && { past }) });
    const { session, handle } = open(runId);
    void (isDrivenHere(agent) ? session.begin() : session.refresh());
    return handle;
  }

  async function prepare(name?: string): Promise<void> {
    const driven = [...agents.values()].filter((agent) => name === undefined || agent.name === name);
    await Promise.all([loadMessages(), ...driven.map(shared.prepare)]);
  }

  function stamp() {
    return { id: randomId("cmd_"), at: clock.now() };
  }

  async function send(session: RunSession, prompt: Prompt): Promise<void> {
    const { messageApart } = await loadMessages();
    const { value: parts, blobs } = await messageApart(prompt);
    const record = await recordOf(session);
    const open = await listRequests(place, { runId: session.runId });
    const { whilePending: policy = "queue" } = named(record.agent) ?? {};
    if (open.length > 0 && policy === "refuse") {
      throw new HoldpointError("run-busy", "The run waits for an answer. Answer the open request before sending more.");
    }
    await session.command({ ...stamp(), type: "message", parts }, blobs);
    if (policy !== "decline") return;
    for (const request of open) await answer(request.requestId, { ok: false, reason: "cancelled" });
  }

  function answer(requestId: string, input: AnswerInput): Promise<AnswerOutcome> {
    return answerRequest(place, requestId, input);
  }

  function createHandle(session: RunSession): RunHandle {
    const { runId } = session;
    return {
      runId,
      getView: () => session.view(),
      subscribe: (listener) => session.subscribe(listener),
      send: (prompt) => send(session, prompt),
      answer: (requestId, input) => answer(requestId, input),
      cancel: (reason) => session.cancel(reason),
      async retry() {
        if (await session.tryAgain()) return;
        const { status } = await recordOf(session);
        if (status === "failed" || status === "cancelled") await session.command({ ...stamp(), type: "retry" });
      },
      loadOlder: () => session.loadOlder(),
      takeOver: () => session.takeOver(),
      settled: () =>
        new Promise((resolve) => {
          const look = () => {
            const view = session.view();
            if (view.status === "loading" && !UNREADABLE.has(view.error?.code)) return;
            if (view.status === "running" || session.isAsked) return;
            queueMicrotask(() => stop());
            resolve(view);
          };
          const stop = session.subscribe(look);
          void session.refresh().then(look);
        }),
    };
  }

  return {
    store,
    agents: options.agents,
    start: ({ agent, prompt, runId = crypto.randomUUID() }) => begin(runId, agent, prompt),
    async fork(runId, turn, prompt) {
      const record = await recordOf({ runId });
      const { pastOf } = await loadCode(() => import("./fork-run.ts"));
      const { past, message } = await pastOf(store, record, turn, prompt);
      return begin(crypto.randomUUID(), record.agent, message, past);
    },
    prepare,
    open: (runId) => open(runId).handle,
    list: (filter) => store.listRuns(filter),
    async remove(runId) {
      const record = await store.getRun(runId);
      if (record?.status === "running" && (await store.isDriven(runId))) {
        throw new HoldpointError("run-busy", `Run ${runId} is running. Cancel it before you remove it.`);
      }
      for (const child of await store.listRuns({ parent: runId })) await this.remove(child.runId);
      sessions.get(runId)?.session.close();
      sessions.delete(runId);
      await store.removeRun(runId);
    },
    requests: (filter) => listRequests(place, filter),
    answer,
    retractAnswer: (requestId) => store.retractAnswer(requestId),
    async resume() {
      stopResuming ??= store.subscribe((change) => {
        if (change.kind === "requests" || change.kind === "commands") void open(change.runId).session.wake();
        else if (change.kind === "run") void open(change.runId).session.standBy();
      });
      try {
        const found = await Promise.all([
          store.listRuns({ status: ["running", "paused"] }),
          // What was said to a run at rest while nobody was there to take it.
          store.listRuns({ waiting: true }),
        ]);
        for (const runId of new Set(found.flat().map((run) => run.runId))) void open(runId).session.wake();
        expectCode(prepare());
      } catch (error) {
        // Closed while it was reading (an effect that was undone at once): there is nothing left to take up.
        if (stopResuming !== undefined) throw error;
      }
    },
    inMemory: () => [...sessions.values()].flatMap(({ session }) => session.inMemory() ?? []),
    subscribe: (listener) => store.subscribe(listener),
    getBlob: (hash) => store.getBlob(hash),
    async close() {
      stopResuming?.();
      stopResuming = undefined;
      for (const { session } of sessions.values()) session.close();
      sessions.clear();
      await store.close();
    },
  };
}
