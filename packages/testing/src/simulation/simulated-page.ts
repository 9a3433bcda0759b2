import {
  type AgentClient,
  type Clock,
  createInProcessClient,
  createRuns,
  type GenerateRequest,
  HoldpointError,
  type MemoryStore,
  type RunHandle,
  type Runs,
  type RunView,
} from "@holdpoint/core";
import type { Effect } from "../durability/audit.ts";
import type { Scenario } from "../durability/scenario.ts";
import { type Entry, scenarioAgents } from "../durability/scenario-agents.ts";
import type { Script } from "../script.ts";
import { createPageStore, type LeaseState } from "./page-store.ts";
import type { Lane, Post } from "./post.ts";
import { scriptedStream } from "./scripted-stream.ts";
import type { SimulatedDisk } from "./simulated-disk.ts";

/** The run every scenario is about. */
export const RUN_ID = "run";

/** What a page stands in. */
export interface PageWorld {
  readonly scenario: Scenario;
  readonly disk: SimulatedDisk;
  readonly post: Post;
  readonly effects: Effect[];
  readonly problems: string[];
  readonly random: () => number;
  clockOf(page: number): Clock;
  forgetTimersOf(page: number): void;
  /** How many hints a hint becomes on its way to another tab. */
  hintCount(): number;
  /** Whether the step at the disk is this page's. */
  isTaking(page: number): boolean;
  take(page: SimulatedPage, method: string, args: readonly unknown[]): Promise<unknown>;
  checkEntry(page: SimulatedPage, entry: Entry): void;
  checkAsked(callIds: readonly string[]): void;
}

/** A tab on the run of a scenario, with all it needs of its own but the disk, the clock and the servers. */
export class SimulatedPage {
  readonly id: number;
  readonly inner: MemoryStore;
  readonly #world: PageWorld;
  readonly #gone = new AbortController();
  readonly #leases = new Map<string, LeaseState>();
  readonly #runs: Runs;
  readonly #run: RunHandle;
  #isAlive = true;
  #isFrozen = false;
  #isClosing = false;
  /** It begins the run: nobody else should. */
  #isStarting = false;

  constructor(id: number, world: PageWorld) {
    this.id = id;
    this.#world = world;
    this.inner = world.disk.open();
    const clock = world.clockOf(id);
    const store = createPageStore({
      inner: this.inner,
      gone: this.#gone.signal,
      post: (lane, what, deliver) => this.#post(lane, what, deliver),
      take: (method, args) => world.take(this, method, args),
      isOwnStep: () => world.isTaking(id),
      hintCount: () => world.hintCount(),
      schedule: (callback, delayMs) => clock.schedule(callback, delayMs),
      onLease: (runId, lease) => this.#leases.set(runId, lease),
    });
    const agents = scenarioAgents(world.scenario, {
      client: (script) => this.#client(script),
      now: () => clock.now(),
      onEntry: (entry) => world.checkEntry(this, entry),
      enact: ({ key, tool }) =>
        new Promise((resolve) => {
          const act = (): void => {
            world.effects.push({ key, tool });
            this.#post("net", `${tool} has acted`, resolve);
          };
          world.post.put({ page: id, lane: "server", what: `${tool} acts`, deliver: act });
        }),
    });
    this.#runs = createRuns({ store, agents, clock });
    this.#run = this.#runs.open(RUN_ID);
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  get isFrozen(): boolean {
    return this.#isFrozen;
  }

  get isAwake(): boolean {
    return this.#isAlive && !this.#isFrozen;
  }

  /** A person can use it. */
  get isUsable(): boolean {
    return this.isAwake && !this.#isClosing;
  }

  get isStarting(): boolean {
    return this.#isStarting;
  }

  get runs(): Runs {
    return this.#runs;
  }

  get run(): RunHandle {
    return this.#run;
  }

  get view(): RunView {
    return this.#run.getView();
  }

  /** Looks at the run, as an open tab does. */
  open(): void {
    this.#run.subscribe(() => this.#checkShown());
  }

  /** Begins the run of the scenario. */
  start(): void {
    const { prompt = "go" } = this.#world.scenario;
    this.#isStarting = true;
    const started = this.#runs.start({ agent: "shop", prompt, runId: RUN_ID });
    this.act(
      started
        .then(
          () => undefined,
          (error: unknown) => {
            // A page that slept over it finds that somebody else has begun the run.
            if (!(HoldpointError.is(error) && error.code === "invalid-record")) throw error;
          },
        )
        .finally(() => {
          this.#isStarting = false;
        }),
    );
  }

  /** Does something a person asked for. What fails on them that should not is a problem. */
  act(doing: Promise<unknown>): void {
    doing.then(
      () => undefined,
      (error: unknown) => {
        const isTold =
          HoldpointError.is(error) && (error.name === "AnswerError" || error.code === "unknown-run" || this.#isClosing);
        if (!isTold) this.#world.problems.push(`page ${this.id} failed a person: ${String(error)}`);
      },
    );
  }

  /** The browser lets nothing of this page run. What has left it goes its way. */
  freeze(): void {
    this.#isFrozen = true;
  }

  thaw(): void {
    this.#isFrozen = false;
  }

  /** It is gone from one moment to the next: crash, kill, closed tab. */
  die(): void {
    if (!this.#isAlive) return;
    this.#isAlive = false;
    this.#gone.abort(new Error("The page is gone."));
    const { post, random } = this.#world;
    for (const parcel of post.takeOf(this.id)) if (parcel.lane === "server" && random() < 0.5) parcel.deliver();
    this.#world.forgetTimersOf(this.id);
    // The browser hands its locks on, and tells it nothing more.
    void this.inner.close();
  }

  /** It lets go of everything in good order, and is no more looked at. */
  close(): void {
    this.#isClosing = true;
    this.act(this.#runs.close());
  }

  /** The lease under which it drives the run of a call, or did last. */
  leaseFor(key: string): LeaseState | undefined {
    return this.#leases.get(key.slice(0, key.lastIndexOf("/")));
  }

  #post(lane: Lane, what: string, deliver: () => void): void {
    // Nothing comes to a page that is gone.
    if (this.isAlive) this.#world.post.put({ page: this.id, lane, what, deliver });
  }

  #client(script: Script): AgentClient {
    return createInProcessClient({
      model: "scripted",
      clock: this.#world.clockOf(this.id),
      generate: () => Promise.reject(new Error("Runs stream.")),
      generateStream: scriptedStream(script, {
        onRequest: (request) => this.#world.checkAsked(resultIds(request)),
        next: () => new Promise((resolve) => this.#post("net", "the model", resolve)),
      }),
      warn: (message) => this.#world.problems.push(message),
    });
  }

  /** A prompt is shown only when its Request is on disk. */
  #checkShown(): void {
    const { disk, problems } = this.#world;
    for (const { requestId } of this.view.pending) {
      if (disk.holds((event) => event.type === "request.raised" && event.request.id === requestId)) continue;
      problems.push(`page ${this.id} shows the Request ${requestId}, which is not on disk`);
    }
  }
}

/** The calls a request carries results of, the placeholders of suspended ones left out. */
function resultIds({ messages }: GenerateRequest): readonly string[] {
  return messages.flatMap((message) =>
    message.role === "tool" && typeof message.tool_call_id === "string" ? [message.tool_call_id] : [],
  );
}
