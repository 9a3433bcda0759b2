import { describeThrown, StoreError } from "../contracts/errors.ts";
import { loadCode } from "../contracts/load-code.ts";
import type { Answer, RaisedRequest } from "../contracts/request.ts";
import { expiryTime, isExpired } from "../contracts/request.ts";
import type { RunFact } from "../contracts/run-event.ts";
import { stopRules } from "../loop/budget.ts";
import { runLoop } from "../loop/loop.ts";
import type { LoopOptions } from "../loop/loop-context.ts";
import type { Spend } from "../loop/spend.ts";
import { bytesToBase64 } from "../primitives/base64.ts";
import type { Clock } from "../primitives/clock.ts";
import { sameData } from "../primitives/plain-data.ts";
import { createGateway } from "../toolkit/gateway.ts";
import type { Agent } from "./agent.ts";
import type { AgentClient } from "./agent-client.ts";
import { isToolAllowed } from "./allowed-tools.ts";
import { cancelChildren } from "./cancel-children.ts";
import type { DriverLease, JournalStore, RunCommand, RunRecord, StoreChange } from "./journal.ts";
import { JournalWriter } from "./journal-writer.ts";
import { LiveCalls } from "./live-calls.ts";
import { messageFacts } from "./message-facts.ts";
import { damaged, recover } from "./recover.ts";
import type { RunMeter } from "./run-meter.ts";
import { takenOver } from "./store-rules.ts";
import { isLive, setsGoing } from "./stored-run.ts";
import { agentSystem } from "./sub-agent.ts";

/** How often a waiting driver looks for an Answer whose hint was lost, in milliseconds. */
const LOOK_AGAIN_MS = 3_000;

/** How long a tool of a durable run may take that says nothing of it, in milliseconds. */
const TOOL_TIMEOUT_MS = 600_000;

/** How long a commit may take before a driver asks whether it still drives, in milliseconds: no doubt is settled sooner. */
const NAP_MS = 1_000;

type RunAgent = NonNullable<LoopOptions["runAgent"]>;

/** What a driver is made of. */
export interface RunDriverOptions {
  readonly runId: string;
  /** Absent where nobody has it any more: then the run can be cancelled, and nothing else. */
  readonly agent: Agent | undefined;
  readonly store: JournalStore;
  /** Writes without waiting for room. */
  readonly attempt: JournalStore["append"];
  readonly clock: Clock;
  readonly lease: DriverLease;
  /** Hears that the run moved on. */
  readonly onChange: () => void;
  /** Hears when a settled turn was written. */
  readonly onTurn: (index: number, at: number) => void;
  /** What this run and its sub-agents spend. */
  readonly spend: Spend;
  /** Lets a sub-agent of its agent do a task as part of a call of this run. */
  readonly runAgent: (agent: Agent, ...given: Parameters<RunAgent>) => ReturnType<RunAgent>;
}

/**
 * Executes one run under one lease until it rests: takes up what is open, consumes what other tabs ask for, waits for
 * Answers. It decides nothing the journal does not say; when it is stopped or dies, the next driver goes on from there.
 */
export class RunDriver {
  readonly #options: RunDriverOptions;
  readonly #detach = new AbortController();
  #cancel = new AbortController();
  #writer: JournalWriter | undefined;
  #changes = 0;
  /** Something was said that was not obeyed yet, as far as is known here. */
  #isTold = false;
  readonly #wakers = new Set<() => void>();
  /** What sub-agents do for calls of this run. */
  readonly #tasks = new Set<Promise<unknown>>();
  /** What is known of calls beside the facts. */
  readonly live = new LiveCalls();

  constructor(options: RunDriverOptions) {
    this.#options = options;
  }

  get writer(): JournalWriter | undefined {
    return this.#writer;
  }

  /** Something changed: look for Answers, or for a cancel among the commands; write what is held back. */
  wake(kind: StoreChange["kind"]): void {
    if (kind === "hidden") this.#writer?.writeText();
    if (kind === "commands" || kind === "all") {
      this.#isTold = true;
      this.#obeyCancel().catch((error: unknown) => this.#detach.abort(error));
    }
    if (kind !== "requests" && kind !== "all") return;
    this.#changes += 1;
    for (const wake of [...this.#wakers]) wake();
  }

  /** Stops at once without recording anything: the run stays as it is written. */
  detach(): void {
    this.#detach.abort(new StoreError("store-closed", "This tab stopped driving the run."));
  }

  /** Drives until the run rests. @throws StoreError when the store refuses; whatever stopped the loop is recorded. */
  async run(): Promise<void> {
    const { store, attempt, runId, lease, clock, onTurn } = this.#options;
    const snapshot = await store.load(runId, { turnLimit: Number.POSITIVE_INFINITY });
    if (snapshot === undefined) return;
    for (const { index, at } of snapshot.turns) onTurn(index, at);
    const writer: JournalWriter = new JournalWriter({
      store,
      attempt,
      clock,
      epoch: lease.epoch,
      record: snapshot.record,
      transcript: recover(snapshot),
      requests: snapshot.requests,
      tail: snapshot.tail,
      onFacts: (facts) => {
        for (const fact of facts) {
          this.live.note(fact);
          if (fact.type === "turn.finished") onTurn(fact.turn, writer.record.updatedAt);
        }
        this.#options.onChange();
      },
    });
    this.#writer = writer;
    this.#options.onChange();
    let commands = snapshot.commands;
    for (;;) {
      this.#stopSignal().throwIfAborted();
      const { agent } = this.#options;
      const asked = agent === undefined ? commands.filter(({ type }) => type === "cancel") : commands;
      const active = await this.#obey(writer, asked);
      if (!active || agent === undefined) return;
      this.#isTold ||= commands.some(({ id }) => !writer.record.consumed?.includes(id));
      await this.#loop(writer, agent);
      // Who drove looks at the run once more in any case: word that never came here is found then.
      if (!isLive(writer.record) && !this.#isTold) return;
      this.#isTold = false;
      commands = (await store.load(runId, { turnLimit: 0 }))?.commands ?? [];
    }
  }

  /** Whether there is work now, after the commands that could be obeyed have been. */
  async #obey(writer: JournalWriter, commands: readonly RunCommand[]): Promise<boolean> {
    for (const command of commands) {
      switch (command.type) {
        case "cancel":
          if (isLive(writer.record)) await this.#cancelChildren();
          await writer.emitAll(isLive(writer.record) ? [cancelled(command)] : [], [command.id]);
          break;
        case "retry":
          // In one step: a driver that dies here leaves a run that goes on, not one that nobody was told to try again.
          await writer.emitAll([], [command.id], isBroken(writer.record));
          break;
        case "message": {
          // It waits: a run in the middle of something takes it when it has come to rest.
          if (isLive(writer.record)) return true;
          if (!setsGoing(command, writer.record) && !isFollowed(commands)) break;
          await this.#cancelChildren();
          await writer.emitAll(messageFacts(writer.transcript, command), [command.id]);
          break;
        }
      }
    }
    return isLive(writer.record);
  }

  async #loop(writer: JournalWriter, agent: Agent): Promise<void> {
    const { runId, clock, store } = this.#options;
    const { client } = agent;
    const hooks = agent.hooks ?? client.options.hooks;
    const limits = agent.budget ?? budgetOf(client.options.maxTurns);
    const spend = this.#options.spend;
    const carved = spend.begin(limits, writer.transcript, clock.now());
    const meter = await startMeter(client, clock);
    this.#cancel = new AbortController();
    if (this.#isTold) await this.#obeyCancel();
    try {
      await runLoop({
        runId,
        agent: agent.name,
        wire: client.wire,
        toolkit: agent.toolkit,
        gateway: createGateway({
          toolkit: agent.toolkit,
          clock,
          toolTimeoutMs: agent.toolTimeoutMs ?? client.options.toolTimeoutMs ?? TOOL_TIMEOUT_MS,
          ...(agent.policy && { policy: agent.policy }),
          isAllowed: (toolName) => isToolAllowed(store, runId, toolName),
          ...(client.options.validate !== undefined && { validate: client.options.validate }),
        }),
        ...(client.options.onToolError && { onToolError: client.options.onToolError }),
        ...(hooks && { hooks }),
        system: agentSystem(agent),
        stream: true,
        joinText: true,
        stopRules: stopRules(carved),
        signal: AbortSignal.any([this.#cancel.signal, this.#stopSignal()]),
        clock,
        emit: (facts) => {
          // A driver that lost its lease may still be running: nothing of it is written, and it stops here.
          this.#stopSignal().throwIfAborted();
          for (const fact of facts) meter?.note(fact);
          const isOf = (type: RunFact["type"]) => facts.some((fact) => fact.type === type);
          if (isOf("run.cancelled")) return this.#cancelChildren().then(() => writer.emit(facts));
          const recorded = writer.emit(facts);
          return isOf("call.started") ? this.#awake(recorded) : recorded;
        },
        transcript: writer.transcript,
        awaitAnswer: (raised, signal) => this.#awaitAnswer(raised, signal),
        onLive: (hint) => {
          this.live.hear(hint);
          this.#options.onChange();
        },
        spend,
        runAgent: (task, call) => this.#runAgent(agent, task, call),
        maxRequestsPerCall: agent.maxRequestsPerCall ?? 4,
        loadBlob: async (hash) => {
          const blob = await store.getBlob(hash);
          return blob === undefined ? undefined : bytesToBase64(new Uint8Array(await blob.arrayBuffer()));
        },
      });
      meter?.end();
    } catch (error) {
      meter?.end({ error: describeThrown(error) });
      await writer.flush();
      if (this.#stopSignal().aborted || isLive(writer.record)) throw error;
      // The run failed or was cancelled, and its record says so.
    }
  }

  /**
   * A tab can fall asleep between a commit and what it allows. Meanwhile another tab may take the run over and a person
   * say what became of the call, and the news of that may come late: a word that took long is asked for again. Each
   * time it may take twice as long, so that a disk that is always slow holds nothing up for good.
   */
  async #awake<T>(recorded: T | Promise<T>): Promise<T> {
    const { store, clock, runId, lease } = this.#options;
    let since = clock.now();
    const fact = await recorded;
    for (let napMs = NAP_MS; Math.abs(clock.now() - since) > napMs; napMs *= 2) {
      since = clock.now();
      if ((await store.getRun(runId))?.epoch !== lease.epoch) throw takenOver();
    }
    return fact;
  }

  /** @throws HoldpointError `damaged` where the stored Request shows another call than the one that would run. */
  async #awaitAnswer({ request, call }: RaisedRequest, signal: AbortSignal): Promise<Answer> {
    const { store, clock, runId } = this.#options;
    for (;;) {
      signal.throwIfAborted();
      const changes = this.#changes;
      const known = await store.getRequest(request.id);
      // A person said yes to what the Request showed, and that is not what would run.
      if (known?.answer?.ok && !sameData([known.request, known.call], [request, call]))
        throw damaged(runId, `Request ${request.id} was written over`);
      if (known?.answer !== undefined) return known.answer;
      if (isExpired(request, clock.now())) {
        const expired: Answer = { id: request.id, ok: false, reason: "expired" };
        const outcome = await store.answer(request.id, expired, clock.now());
        return outcome.record?.answer ?? expired;
      }
      // What changed while we were reading is looked at again at once; so is a stop.
      if (changes === this.#changes && !signal.aborted) await this.#nextWake(signal, expiryTime(request));
    }
  }

  /** Settles at the next change, at the expiry, after a while (hints may be lost), or when stopped. */
  #nextWake(signal: AbortSignal, expiresAt: number | undefined): Promise<void> {
    const { clock } = this.#options;
    return new Promise((resolve) => {
      const waitMs = Math.min(LOOK_AGAIN_MS, Math.max(0, (expiresAt ?? Number.POSITIVE_INFINITY) - clock.now()));
      const wake = () => {
        stopTimer();
        signal.removeEventListener("abort", wake);
        this.#wakers.delete(wake);
        resolve();
      };
      const stopTimer = clock.schedule(wake, waitMs);
      signal.addEventListener("abort", wake, { once: true });
      this.#wakers.add(wake);
    });
  }

  #runAgent(...given: Parameters<RunDriverOptions["runAgent"]>): ReturnType<RunAgent> {
    const doing = this.#options.runAgent(...given);
    this.#tasks.add(doing);
    return doing.finally(() => this.#tasks.delete(doing));
  }

  async #cancelChildren(): Promise<void> {
    const { store, clock, runId } = this.#options;
    // One that is about to be begun would be missed.
    await Promise.allSettled([...this.#tasks]);
    await cancelChildren(store, clock, runId);
  }

  async #obeyCancel(): Promise<void> {
    const { store, runId } = this.#options;
    if (this.#writer === undefined) return;
    const commands = (await store.load(runId, { turnLimit: 0 }))?.commands ?? [];
    const cancel = commands.find(({ type }) => type === "cancel");
    if (cancel?.type === "cancel") this.#cancel.abort(cancel.reason ?? "cancelled");
  }

  #stop: AbortSignal | undefined;
  #stopSignal(): AbortSignal {
    this.#stop ??= AbortSignal.any([this.#options.lease.lost, this.#detach.signal]);
    return this.#stop;
  }
}

/** Runs are measured only where somebody hears of it. */
async function startMeter({ report, wire }: AgentClient, clock: Clock): Promise<RunMeter | undefined> {
  if (report === undefined) return undefined;
  const { createRunMeter } = await loadCode(() => import("./run-meter.ts"));
  return createRunMeter(wire.model, report, clock);
}

/** It can be tried again. */
function isBroken({ status }: RunRecord): boolean {
  return status === "failed" || status === "cancelled";
}

function budgetOf(maxTurns: number | undefined) {
  return maxTurns === undefined ? {} : { maxTurns };
}

/** A person says something more, and does not want what was under way to go on before. */
function isFollowed(commands: readonly RunCommand[]): boolean {
  return (
    commands.some(({ type, ...more }) => type === "message" && !("held" in more)) &&
    !commands.some(({ type }) => type === "retry")
  );
}

function cancelled({ reason }: Extract<RunCommand, { type: "cancel" }>): RunFact {
  return { type: "run.cancelled", ...(reason !== undefined && { reason }) };
}
