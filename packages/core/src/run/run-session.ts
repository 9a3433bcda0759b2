import type { ErrorRecord } from "../contracts/errors.ts";
import { HoldpointError, toErrorRecord } from "../contracts/errors.ts";
import { expectCode } from "../contracts/load-code.ts";
import type { Spend } from "../loop/spend.ts";
import type { Clock } from "../primitives/clock.ts";
import { orAborted } from "../primitives/or-aborted.ts";
import { randomId } from "../primitives/random-id.ts";
import type { Agent } from "./agent.ts";
import { expectAnswer } from "./answer-request.ts";
import type { Driving, DrivingOptions, startDriving } from "./driving.ts";
import type {
  BlobRecord,
  DriverLease,
  JournalStore,
  RunCommand,
  RunRecord,
  RunSnapshot,
  StoreChange,
} from "./journal.ts";
import { isSameView, makeView, STALLED_MS } from "./make-view.ts";
import { unknownRun } from "./store-rules.ts";
import { isLive, StoredRun, setsGoing } from "./stored-run.ts";
import type { RunView } from "./view.ts";
import { ViewFold } from "./view-fold.ts";

/** What all sessions of one `Runs` share. */
export interface RunsShared {
  readonly store: JournalStore;
  readonly clock: Clock;
  /** The agents of this page, those of teams included. */
  readonly agents: ReadonlyMap<string, Agent>;
  /** The names of those that another place drives. */
  readonly elsewhere: { has(name: string): boolean };
  /** What sub-agents spend on account of their parents, by run. */
  readonly spends: Map<string, Spend>;
  open(runId: string): RunSession;
  /** Has all the code at hand that driving runs of an agent takes. @throws HoldpointError `code-missing` */
  prepare(agent: Agent | undefined): Promise<typeof startDriving>;
  readonly runAgent: DrivingOptions["runAgent"];
}

/**
 * This tab's side of one run: follows it in the store, drives it when the lease is ours, and makes the one view of
 * both. It dispatches and never decides: what happens next is the journal's word.
 */
export class RunSession {
  readonly runId: string;
  readonly #options: RunsShared;
  readonly #fold = new ViewFold();
  readonly #listeners = new Set<() => void>();
  readonly #stored: StoredRun;
  #view: RunView | undefined;
  /** The last one that was made, out of date as it may be. */
  #shown: RunView | undefined;
  #error: ErrorRecord | undefined;
  /** Driving failed on something that is not the run's: it is tried again when somebody asks for it, not by itself. */
  #halted = false;
  /** Somebody asked for the run to go on, whether anybody looks or not. */
  #wanted = false;
  #driving: Driving | undefined;
  #pursuit: AbortController | undefined;
  #refreshing: Promise<void> | undefined;
  #refreshAgain = false;
  #unsubscribe: (() => void) | undefined;
  #stallTimer: (() => void) | undefined;

  constructor(runId: string, options: RunsShared) {
    this.runId = runId;
    this.#options = options;
    this.#stored = new StoredRun(runId, options.store);
  }

  /** The record as far as this tab knows it. */
  get record(): RunRecord | undefined {
    return this.#driving?.driver.writer?.record ?? this.#stored.record;
  }

  /** Nobody listens, nothing is driven or read: the session can be let go. */
  get isIdle(): boolean {
    return this.#isUnused && this.#refreshing === undefined;
  }

  get #isUnused(): boolean {
    return this.#listeners.size === 0 && this.#driving === undefined && this.#pursuit === undefined;
  }

  /** It rests, and was asked to go on: somebody will take that up. */
  get isAsked(): boolean {
    const { record } = this;
    return record !== undefined && !isLive(record) && this.#isToGoOn(record);
  }

  /** The same object while it shows the same. */
  view(): RunView {
    if (this.#view !== undefined) return this.#view;
    const made = this.#makeView();
    if (this.#shown === undefined || !isSameView(this.#shown, made)) this.#shown = made;
    this.#view = this.#shown;
    return this.#view;
  }

  /** The run as this tab holds it; `undefined` where it never read all of it. */
  inMemory(): RunSnapshot | undefined {
    return this.#stored.inMemory(this.#driving?.driver.writer);
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    void this.refresh();
    return () => {
      this.#listeners.delete(listener);
      // A follower that nobody looks at does not queue for the lease: who opens the run next does.
      if (this.#listeners.size === 0 && this.#driving === undefined && !this.#wanted) this.#pursuit?.abort();
      this.#letGo();
    };
  }

  /** Reads the store again; calls while one is under way end in one more. */
  refresh(): Promise<void> {
    this.#follow();
    this.#refreshAgain = true;
    this.#refreshing ??= (async () => {
      try {
        while (this.#refreshAgain) {
          this.#refreshAgain = false;
          await this.#read();
        }
      } finally {
        this.#refreshing = undefined;
        this.#letGo();
      }
    })();
    return this.#refreshing;
  }

  /** Drives a run that this tab has just begun: it asks for the lease before those that stand by. */
  async begin(): Promise<void> {
    this.#wanted = true;
    void this.#pursue("wait");
    await this.refresh();
  }

  /** Reads a run that others began or moved, and takes it up when they are gone. */
  async standBy(): Promise<void> {
    if (this.#isUnused) await this.refresh();
  }

  /** Takes the run up, if there is something to do: what halted it before is tried again. */
  async wake(): Promise<void> {
    this.#halted = false;
    this.#wanted = true;
    await this.refresh();
  }

  /** Leaves a command for whoever drives the run, and takes the run up. */
  async command(command: RunCommand, blobs?: readonly BlobRecord[]): Promise<void> {
    await this.#options.store.enqueue(this.runId, command, blobs);
    await this.wake();
  }

  /** Stops the run, whoever drives it. Nothing happens to one that is at rest. */
  async cancel(reason?: string): Promise<void> {
    const record = await this.#options.store.getRun(this.runId);
    if (record === undefined) throw unknownRun(this.runId);
    if (!isLive(record)) return;
    const at = this.#options.clock.now();
    await this.command({ id: randomId("cmd_"), type: "cancel", at, ...(reason !== undefined && { reason }) });
  }

  /** Adds a page of older turns to the view. */
  async loadOlder(): Promise<void> {
    if (await this.#stored.readOlder()) await this.refresh();
  }

  /** Tries again at once what the store refused, or what else kept this tab from driving. `false`: nothing did. */
  async tryAgain(): Promise<boolean> {
    const isHeld = this.#driving?.patience.refusal !== undefined;
    if (!isHeld && !this.#halted) return false;
    this.#driving?.patience.tryAgain();
    await this.wake();
    return true;
  }

  /** Takes the run from a driver that does not move: its lease ends, ours has a higher epoch. */
  async takeOver(): Promise<void> {
    this.#halted = false;
    this.#pursuit?.abort();
    this.#pursuit = undefined;
    await this.#pursue("steal");
  }

  /** Lets go of everything; the run stays as it is written. */
  close(): void {
    this.#listeners.clear();
    this.#driving?.driver.detach();
    this.#driving?.patience.end();
    this.#pursuit?.abort();
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
  }

  /** Hears no more of the store once nobody looks and nothing is driven here or waits to be. */
  #letGo(): void {
    if (this.#listeners.size > 0) return;
    this.#stallTimer?.();
    this.#stallTimer = undefined;
    if (!this.isIdle) return;
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
  }

  #follow(): void {
    if (this.#unsubscribe !== undefined) return;
    this.#unsubscribe = this.#options.store.subscribe((change) => this.#onChange(change));
  }

  #onChange(change: StoreChange): void {
    // A run that goes makes room.
    if (change.kind === "removed") this.#driving?.patience.tryAgain();
    if (change.runId !== undefined && change.runId !== this.runId) return;
    this.#driving?.driver.wake(change.kind);
    if (change.kind === "hidden") return;
    // What this tab drives it knows first hand; only what others may write is read again.
    if (this.#driving?.driver.writer !== undefined && (change.kind === "events" || change.kind === "run")) return;
    void this.refresh();
  }

  async #read(): Promise<void> {
    try {
      await this.#stored.read();
      if (!this.#halted) this.#error = undefined;
    } catch (error) {
      this.#error = toErrorRecord(error);
    }
    this.#changed();
    if (this.#stored.requests.length > 0) expectAnswer();
    if (this.#needsDriver()) return void this.#pursue("wait");
    this.#wanted = false;
    this.#pursuit?.abort();
  }

  #needsDriver(): boolean {
    const { record } = this;
    if (record === undefined || this.#stored.missing || this.#halted || this.#driving !== undefined) return false;
    if (this.#error !== undefined) return false;
    if (this.#agentOf(record) === undefined) return this.#isToBeCancelled(record);
    // A sub-agent's run goes on with its parent, and nobody stands by for it.
    if (record.parent !== undefined && !this.#wanted && this.#listeners.size === 0) return false;
    return isLive(record) || this.#isToGoOn(record);
  }

  /** Its agent is gone: nobody else can do what is asked. */
  #isToBeCancelled(record: RunRecord): boolean {
    const isAsked = this.#stored.commands.some(({ type }) => type === "cancel");
    return isAsked && isLive(record) && !this.#options.elsewhere.has(record.agent);
  }

  #agentOf(record: RunRecord | undefined): Agent | undefined {
    return record && this.#options.agents.get(record.agent);
  }

  #isToGoOn(record: RunRecord): boolean {
    return this.#stored.commands.some((command) => setsGoing(command, record));
  }

  async #pursue(mode: "wait" | "steal"): Promise<void> {
    if (this.#pursuit?.signal.aborted === false || this.#driving !== undefined) return;
    this.#follow();
    const pursuit = new AbortController();
    this.#pursuit = pursuit;
    let lease: DriverLease | undefined;
    let start: typeof startDriving | undefined;
    const prepare = () => orAborted(this.#options.prepare(this.#agentOf(this.record)), pursuit.signal);
    try {
      const preparing = prepare();
      // Nothing is taken from a tab that drives before this one can; who waits for its turn is told when it comes.
      if (mode === "steal") await preparing;
      else expectCode(preparing);
      lease = await this.#options.store.drive(this.runId, { mode, signal: pursuit.signal });
      start = await prepare();
    } catch (error) {
      if (!pursuit.signal.aborted) {
        this.#error = toErrorRecord(error);
        this.#halted = HoldpointError.is(error) && error.code === "code-missing";
      }
    } finally {
      if (this.#pursuit === pursuit) this.#pursuit = undefined;
    }
    // A lease can come though it was called off: this tab may drive by another one already.
    if (lease !== undefined && start !== undefined && !pursuit.signal.aborted) return this.#drive(lease, start);
    await lease?.release();
    this.#changed();
  }

  async #drive(lease: DriverLease, start: typeof startDriving): Promise<void> {
    const { store, clock, spends, runAgent } = this.#options;
    try {
      // A run that is taken by force may not have been read yet.
      const record = this.#stored.record ?? (await store.getRun(this.runId));
      const agent = this.#agentOf(record);
      if (record === undefined) return;
      const driving = start({
        record,
        agent,
        store,
        clock,
        lease,
        spends,
        runAgent,
        onChange: () => this.#changed(),
        onTurn: (index, at) => this.#stored.noteTurn(index, at),
      });
      this.#driving = driving;
      // What its agent needs is not here yet where the run was not read before.
      await this.#options.prepare(agent);
      await driving.driver.run();
    } catch (error) {
      // A lease that was lost is no failure: another tab drives now, and this one follows. A refused write may tell of
      // that before the lock does. Nor is an Answer that was taken back in the moment the loop took it: the run is read
      // again and goes on from there.
      const isMovedOn = HoldpointError.is(error) && (error.code === "request-changed" || error.code === "stale-epoch");
      // Where all that was stored is gone, nobody drives, and what is known here is all there is.
      const isGone = HoldpointError.is(lease.lost.reason) && lease.lost.reason.code === "store-emptied";
      if (isGone || !(lease.lost.aborted || isMovedOn)) {
        this.#error = toErrorRecord(error);
        this.#halted = true;
      }
    } finally {
      const driven = this.#driving?.driver.writer;
      if (driven !== undefined) this.#stored.adopt(driven);
      this.#driving = undefined;
      await lease.release();
    }
    if (this.#halted) this.#changed();
    else await this.refresh();
    this.#letGo();
  }

  #changed(): void {
    this.#view = undefined;
    this.#stored.forget(this.#driving?.driver.writer?.record.consumed);
    this.#watchForStall();
    for (const listener of [...this.#listeners]) listener();
  }

  /** What nobody takes up: look again when it has lain too long. */
  #watchForStall(): void {
    if (this.#driving !== undefined || this.#stallTimer !== undefined || this.#stored.waitsSince === undefined) return;
    this.#stallTimer = this.#options.clock.schedule(() => {
      this.#stallTimer = undefined;
      this.#view = undefined;
      for (const listener of [...this.#listeners]) listener();
    }, STALLED_MS + 100);
  }

  #makeView(): RunView {
    const { store, clock } = this.#options;
    return makeView({
      stored: this.#stored,
      writer: this.#driving?.driver.writer,
      isDriver: this.#driving !== undefined,
      fold: this.#fold,
      error: this.#error,
      refusal: this.#driving?.patience.refusal,
      halted: this.#halted,
      durable: store.durable,
      live: this.#driving?.driver.live,
      now: clock.now(),
    });
  }
}
