import { HoldpointError } from "../contracts/errors.ts";
import type { Clock } from "../primitives/clock.ts";
import type { JournalStore } from "./journal.ts";

/** How long a step that a store refused waits before it is tried again, in milliseconds; twice as long each time. */
export const FIRST_WAIT_MS = 1_000;

/** The longest such wait, in milliseconds. */
export const LONGEST_WAIT_MS = 30_000;

/** Refusals that pass: room is made, the database opens again, the older tab closes. */
const PASSING: ReadonlySet<string> = new Set(["store-full", "store-unavailable", "store-blocked"]);

/**
 * What may be said twice to a store. Whoever asks whether it drives, or stops driving, wants an answer now, and a run is
 * created once.
 */
const REPEATABLE: ReadonlySet<PropertyKey> = new Set<keyof JournalStore>([
  "append",
  "load",
  "loadTurns",
  "getRun",
  "listRuns",
  "getRequest",
  "listRequests",
  "answer",
  "enqueue",
  "getBlob",
]);

/** What a {@link Patience} is made of. */
export interface PatienceOptions {
  readonly clock: Clock;
  /** Ends all waiting: the lease was lost. */
  readonly signal: AbortSignal;
  /** Hears that something began or ceased to wait. */
  readonly onChange: () => void;
}

interface HeldStep {
  refusal: HoldpointError;
  wake: () => void;
}

/**
 * Holds what a driver has to write while the store cannot take it, and tries again: after a while, and when somebody
 * says so. Nothing that happened is forgotten while its tab lives, and nothing that rests on the write goes on before
 * it is done: a tool is not entered, a result not sent to the model, a question not shown.
 */
export class Patience {
  readonly #options: PatienceOptions;
  readonly #ended = new AbortController();
  readonly #signal: AbortSignal;
  readonly #held = new Set<HeldStep>();

  constructor(options: PatienceOptions) {
    this.#options = options;
    this.#signal = AbortSignal.any([options.signal, this.#ended.signal]);
  }

  /** Why something waits; `undefined` when nothing does. */
  get refusal(): HoldpointError | undefined {
    return [...this.#held].at(-1)?.refusal;
  }

  /** Whatever waits is tried now. */
  tryAgain(): void {
    for (const { wake } of [...this.#held]) wake();
  }

  /** Ends all waiting: each step fails with what it was refused with. */
  end(): void {
    this.#ended.abort();
  }

  /** A step until the store takes it: it may happen twice. @throws any other failure, and the refusal once waiting ends. */
  async insist<Value>(step: () => Promise<Value>): Promise<Value> {
    const signal = this.#signal;
    let held: HeldStep | undefined;
    try {
      for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
        try {
          return await step();
        } catch (error) {
          if (signal.aborted || !HoldpointError.is(error) || !PASSING.has(error.code)) throw error;
          held ??= { refusal: error, wake: () => undefined };
          held.refusal = error;
          this.#held.add(held);
          await this.#wait(held, waitMs);
          if (signal.aborted) throw error;
        }
      }
    } finally {
      // It counts as held until it is through: what is shown must not flicker with each try.
      if (held !== undefined) {
        this.#held.delete(held);
        this.#options.onChange();
      }
    }
  }

  /** The store, asked with patience. */
  over(store: JournalStore): JournalStore {
    return new Proxy(store, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== "function") return value;
        if (!REPEATABLE.has(name)) return value.bind(target);
        return (...given: unknown[]) => this.insist(async () => value.apply(target, given));
      },
    });
  }

  #wait(held: HeldStep, waitMs: number): Promise<void> {
    const { clock, onChange } = this.#options;
    const signal = this.#signal;
    return new Promise((resolve) => {
      held.wake = () => {
        stopTimer();
        signal.removeEventListener("abort", held.wake);
        held.wake = () => undefined;
        resolve();
      };
      const stopTimer = clock.schedule(() => held.wake(), waitMs);
      signal.addEventListener("abort", held.wake, { once: true });
      onChange();
    });
  }
}
