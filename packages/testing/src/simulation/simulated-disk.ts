import {
  type Answer,
  type AnswerOutcome,
  createMemoryStore,
  type JournalBatch,
  type JournalStore,
  type MemoryStore,
  type RunEvent,
} from "@holdpoint/core";
import type { Commit } from "../durability/run-books.ts";

/** A write of a page. */
export interface Write {
  readonly page: number;
  readonly method: string;
  /** The types of the events it wrote. */
  readonly types: readonly string[];
}

const WRITES: ReadonlySet<string> = new Set(["create", "append", "answer", "retractAnswer", "enqueue"]);

/** Whether a method of a store writes. */
export function isWrite(method: string): boolean {
  return WRITES.has(method);
}

/** The disk all pages share, and the memory of all that ever came to it. */
export class SimulatedDisk {
  readonly commits: Commit[] = [];
  readonly writes: Write[] = [];
  /** Answers that count by now: the first that was accepted, unless it was taken back. */
  readonly accepted = new Map<string, Answer>();
  /** What the store must not do, in words. */
  readonly problems: string[] = [];
  readonly #memory = createMemoryStore();

  /** The store as a page that opens now sees it. */
  open(): MemoryStore {
    return this.#memory.fork();
  }

  /** Takes one step of a page, and remembers it when it is done. */
  async take(page: number, store: JournalStore, method: string, args: readonly unknown[]): Promise<unknown> {
    const operation: unknown = Reflect.get(store, method);
    if (typeof operation !== "function") throw new TypeError(`a store has no ${method}`);
    const value: unknown = await Reflect.apply(operation, store, args);
    if (isWrite(method)) this.writes.push({ page, method, types: typesOf(method, args) });
    if (method === "create" || method === "append") {
      const { runId, epoch, events } = args[0] as JournalBatch;
      this.commits.push({ runId, epoch, events: structuredClone(events) });
    }
    if (method === "answer") {
      this.#noteAnswer(value as AnswerOutcome);
    }
    if (method === "retractAnswer" && value === true) this.accepted.delete(String(args[0]));
    return value;
  }

  #noteAnswer({ accepted, record }: AnswerOutcome): void {
    if (record?.state !== "answered" || record.answer === undefined) return;
    const { requestId, answer } = record;
    if (accepted && this.accepted.has(requestId)) this.problems.push(`two Answers to ${requestId} were accepted`);
    this.accepted.set(requestId, answer);
  }

  /** The facts of a call that are on disk, with the epoch that wrote them, latest first. */
  factsOf(key: string): readonly { readonly epoch: number; readonly event: RunEvent }[] {
    const found = this.commits.flatMap(({ runId, epoch, events }) =>
      events
        .filter((event) => "callId" in event && `${runId}/${event.callId}` === key)
        .map((event) => ({ epoch, event })),
    );
    return found.reverse();
  }

  /** Whether an event that a test describes is on disk. */
  holds(matches: (event: RunEvent) => boolean): boolean {
    return this.commits.some(({ events }) => events.some(matches));
  }
}

/** The types of the events a step writes. */
export function typesOf(method: string, args: readonly unknown[]): readonly string[] {
  if (method !== "create" && method !== "append") return [];
  return (args[0] as JournalBatch).events.map(({ type }) => type);
}
