import type { Clock, RunEvent } from "@holdpoint/core";
import type { Effect } from "../durability/audit.ts";
import type { Scenario } from "../durability/scenario.ts";
import type { Entry } from "../durability/scenario-agents.ts";
import { type Parcel, Post } from "./post.ts";
import { isWrite, SimulatedDisk, typesOf } from "./simulated-disk.ts";
import { type PageWorld, SimulatedPage } from "./simulated-page.ts";

/** How a world is made. */
export interface WorldOptions {
  readonly scenario: Scenario;
  readonly random: () => number;
  /** Lets everything that is ready run. */
  readonly settle: () => Promise<void>;
  /** How many hints a hint becomes on its way to another tab. @default 1 */
  readonly hintCount?: () => number;
  /** Hears what happens, in words. */
  readonly tell?: (what: string) => void;
}

/** Where a page dies: before or after its so-many-th write, or its first write with such an event. */
export interface KillPoint {
  readonly at: number | RunEvent["type"];
  readonly when: "before" | "after";
}

/** How a world plays on by itself. */
export interface PlayOptions {
  readonly person?: { lookAt(page: SimulatedPage): void };
  /** @default ten minutes */
  readonly forMs?: number;
  /** @default 20,000 */
  readonly steps?: number;
}

/** How many steps go by until a person looks again. */
const GLANCE = 4;

interface Timer {
  readonly page: number;
  readonly at: number;
  readonly callback: () => void;
}

/**
 * A machine with a disk, a clock, a person, servers, and pages that come and go. Nothing moves by itself: each
 * {@link deliver} and {@link advance} is one step, and between two steps all that can run has run.
 */
export class World implements PageWorld {
  readonly scenario: Scenario;
  readonly disk = new SimulatedDisk();
  readonly post = new Post();
  readonly effects: Effect[] = [];
  /** What must not be, in words. */
  readonly problems: string[] = [];
  readonly pages: SimulatedPage[] = [];
  /** What happened how often, for those who ask whether it happened at all. */
  readonly tally = new Map<string, number>();
  readonly random: () => number;
  readonly #options: WorldOptions;
  #timers: Timer[] = [];
  #elapsedMs = 0;
  #wallMs = Date.UTC(2026, 0, 1);
  #taking: number | undefined;
  #kill: (KillPoint & { readonly page: number }) | undefined;
  #writes = 0;
  #steps = 0;
  #hasStruck = false;

  constructor(options: WorldOptions) {
    this.#options = options;
    this.scenario = options.scenario;
    this.random = options.random;
  }

  get now(): number {
    return this.#wallMs + this.#elapsedMs;
  }

  /** How often the world moved. */
  get steps(): number {
    return this.#steps;
  }

  get elapsedMs(): number {
    return this.#elapsedMs;
  }

  /** Pages that are there, frozen ones too. */
  get livePages(): readonly SimulatedPage[] {
    return this.pages.filter(({ isAlive }) => isAlive);
  }

  /** Pages a person can use. */
  get usablePages(): readonly SimulatedPage[] {
    return this.pages.filter(({ isUsable }) => isUsable);
  }

  openPage(kill?: KillPoint): SimulatedPage {
    const page = new SimulatedPage(this.pages.length, this);
    this.pages.push(page);
    if (kill !== undefined) {
      this.#kill = { ...kill, page: page.id };
      this.#writes = 0;
      this.#hasStruck = false;
    }
    page.open();
    return page;
  }

  /** What can be delivered now, oldest first. */
  ready(): readonly Parcel[] {
    return this.post.ready(this.#isAwake);
  }

  readonly #isAwake = (page: number): boolean => this.pages[page]?.isAwake === true;

  async deliver(parcel: Parcel): Promise<void> {
    const { page, lane, what } = parcel;
    this.tell(`page ${page} ${lane} ${what}`);
    this.post.take(parcel).deliver();
    await this.settle();
  }

  /** Moves time on to the next timer of a page that is awake; `false` when there is none. */
  advance(): boolean {
    const timers = this.#timers.filter(({ page }) => this.pages[page]?.isAwake);
    if (timers.length === 0) return false;
    this.#elapsedMs = Math.max(this.#elapsedMs, Math.min(...timers.map(({ at }) => at)));
    this.tell(`${this.#elapsedMs} ms have passed`);
    for (const timer of timers.filter(({ at }) => at <= this.#elapsedMs)) {
      this.#timers.splice(this.#timers.indexOf(timer), 1);
      this.post.put({ page: timer.page, lane: "timer", what: "", deliver: timer.callback });
    }
    return true;
  }

  /** A person sets the clock; timers do not notice. */
  jumpClock(byMs: number): void {
    this.#wallMs += byMs;
  }

  /**
   * Steps in the order in which things came, until `isDone`. `false` when it does not come to that.
   * @param person looks at every page between two steps
   */
  async play(isDone: () => boolean, options: PlayOptions = {}): Promise<boolean> {
    const { person, forMs = 600_000, steps = 20_000 } = options;
    const until = this.#elapsedMs + forMs;
    await this.settle();
    for (let step = 0; step < steps && this.#elapsedMs <= until; step += 1) {
      if (isDone()) return true;
      if (person !== undefined && step % GLANCE === 0) for (const page of this.usablePages) person.lookAt(page);
      const next = this.post.next(this.#isAwake);
      if (next !== undefined) await this.deliver(next);
      else if (this.advance()) await this.settle();
      else return false;
    }
    return isDone();
  }

  count(what: string): void {
    this.tally.set(what, (this.tally.get(what) ?? 0) + 1);
  }

  /** For whoever follows the story. */
  tell(what: string): void {
    this.#options.tell?.(what);
  }

  async settle(): Promise<void> {
    this.#steps += 1;
    await this.#options.settle();
    this.#taking = undefined;
  }

  // What pages ask of the world.

  clockOf(page: number): Clock {
    return {
      now: () => this.now,
      schedule: (callback, delayMs) => {
        const timer = { page, at: this.#elapsedMs + Math.max(0, delayMs), callback };
        this.#timers.push(timer);
        return () => {
          this.#timers = this.#timers.filter((other) => other !== timer);
        };
      },
    };
  }

  hintCount(): number {
    const count = this.#options.hintCount?.() ?? 1;
    if (count !== 1) this.count(count === 0 ? "a hint is lost" : "a hint comes twice");
    return count;
  }

  isTaking(page: number): boolean {
    return this.#taking === page;
  }

  /** One step of a page at the disk; its death where that is due. */
  async take(page: SimulatedPage, method: string, args: readonly unknown[]): Promise<unknown> {
    this.#taking = page.id;
    const strikes = this.#strikes(page.id, method, args);
    if (strikes === "before") {
      page.die();
      return new Promise(() => undefined);
    }
    const value = await this.disk.take(page.id, page.inner, method, args);
    if (strikes === "after") page.die();
    return value;
  }

  /** The page that was to die has died there. */
  get hasStruck(): boolean {
    return this.#hasStruck;
  }

  #strikes(page: number, method: string, args: readonly unknown[]): KillPoint["when"] | undefined {
    if (this.#hasStruck || this.#kill?.page !== page || !isWrite(method)) return undefined;
    const { at, when } = this.#kill;
    this.#hasStruck = typeof at === "number" ? this.#writes === at : typesOf(method, args).includes(at);
    this.#writes += 1;
    return this.#hasStruck ? when : undefined;
  }

  forgetTimersOf(page: number): void {
    this.#timers = this.#timers.filter((timer) => timer.page !== page);
  }

  /** That a tool is entered must be on disk at that moment, word for word, by a driver that knows of no other. */
  checkEntry(page: SimulatedPage, { key, tool, args, answer }: Entry): void {
    const report = (problem: string): void => {
      this.problems.push(`page ${page.id} entered ${tool}, ${problem}`);
    };
    const lease = page.leaseFor(key);
    if (lease === undefined || lease.hasHeard()) report("and knew that it drives no more");
    const facts = this.disk.factsOf(key);
    // Where it was robbed and could not know, another may have written since: but no person's word.
    const last = lease?.isLost() ? facts.find(({ event }) => isWord(event)) : facts[0];
    if (last?.event.type !== "call.started" || last.epoch !== lease?.epoch) {
      const isRepeatable = facts.some(({ event }) => event.type === "call.started" && event.idempotent);
      if (!lease?.isLost() || !isRepeatable) report(`and the last on disk is ${last?.event.type ?? "nothing"}`);
    } else if (JSON.stringify(last.event.args) !== JSON.stringify(args)) {
      report(`with ${JSON.stringify(args)}; on disk is ${JSON.stringify(last.event.args)}`);
    }
    const isTaken = (event: RunEvent) => event.type === "request.answered" && event.requestId === answer?.id;
    if (answer !== undefined && !this.disk.holds(isTaken)) report("with an Answer that is not on disk");
  }

  /** A model reads only results that are on disk. */
  checkAsked(callIds: readonly string[]): void {
    for (const callId of callIds) {
      if (this.disk.holds((event) => event.type === "call.finished" && event.callId === callId)) continue;
      this.problems.push(`the model was told a result of ${callId} that is not on disk`);
    }
  }
}

/** What a call is entered by, or what a person said of it. */
function isWord({ type }: RunEvent): boolean {
  return type === "call.started" || type === "request.answered";
}
