import { HoldpointError } from "../contracts/errors.ts";
import type { RequestRaised, RunEvent, RunFact } from "../contracts/run-event.ts";
import { stepTranscript, type Transcript } from "../loop/transcript.ts";
import type { Clock } from "../primitives/clock.ts";
import {
  type BlobRecord,
  type JournalBatch,
  type JournalStore,
  RECORD_VERSION,
  type RequestRecord,
  type RunRecord,
  type TurnRecord,
} from "./journal.ts";
import { keepApart, markNotStored } from "./keep-apart.ts";
import { setGoing, stepRunRecord, unsettled } from "./run-record.ts";
import { bytesOfTurns } from "./turn-bytes.ts";

/** How long text may wait before it is written, in milliseconds: a follower sees it within this and a read. */
export const TEXT_FLUSH_MS = 50;

/** How many consumed commands a run remembers: each write of its record carries them. */
const KEPT_IDS = 8;

/** Facts that must be on the disk itself before anything acts on them (design, "Write-ahead"). */
const STRICT: ReadonlySet<RunFact["type"]> = new Set(["call.started", "request.raised", "request.answered"]);

/** What a writer begins with: the run as it stands in the store, and the epoch it may write under. */
export interface JournalWriterOptions {
  readonly store: JournalStore;
  /** Writes a batch whose payloads may have no room, without waiting for it. Absent: payloads are waited for as all else */
  readonly attempt?: JournalStore["append"];
  readonly clock: Clock;
  readonly epoch: number;
  readonly record: RunRecord;
  readonly transcript: Transcript;
  readonly requests: readonly RequestRecord[];
  /** The unsettled events in the store. */
  readonly tail?: readonly RunEvent[];
  /** Hears of the facts of each step once they are recorded: of text at once, of all else when it is on disk. */
  readonly onFacts: (facts: readonly RunFact[]) => void;
}

/** `Promise.withResolvers`, which Node 20 does not have. */
interface Deferred {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

interface Waiting {
  facts: readonly RunFact[];
  blobs: readonly BlobRecord[];
  readonly consumed: readonly string[];
  /** The run is at work again. */
  readonly setsGoing: boolean;
  readonly done: Deferred;
}

/**
 * The write-ahead journal of one driver: the `emit` of a durable run. Text is coalesced, one append per flush; any
 * other fact is on disk when its promise settles. Facts that come while a write is under way go out together in the
 * next one. After a write that failed nothing more is written: what is on disk is a prefix of what happened.
 */
export class JournalWriter {
  readonly #options: JournalWriterOptions;
  #record: RunRecord;
  #transcript: Transcript;
  readonly #requests = new Map<string, RequestRecord>();
  #text: RunFact[] = [];
  /** Since when the oldest of it waits. */
  #textSince = 0;
  #cancelTimer: (() => void) | undefined;
  #queue: Waiting[] = [];
  #writing: Promise<void> | undefined;
  #tail: readonly RunEvent[];
  /** What the store has not taken yet. */
  #unwritten: JournalBatch | undefined;
  #order: Promise<unknown> = Promise.resolve();
  #failure: { readonly error: unknown } | undefined;

  constructor(options: JournalWriterOptions) {
    this.#options = options;
    this.#record = { ...options.record, epoch: options.epoch };
    this.#transcript = options.transcript;
    this.#tail = options.tail ?? [];
    for (const request of options.requests) this.#requests.set(request.requestId, request);
  }

  /** The run's record as far as it is on disk. */
  get record(): RunRecord {
    return this.#record;
  }

  /** What the facts so far add up to, text that is not yet on disk included. */
  get transcript(): Transcript {
    return this.#transcript;
  }

  /** Requests that are open or answered, as far as this writer knows. */
  get requests(): readonly RequestRecord[] {
    return [...this.#requests.values()];
  }

  /** Events that belong to no settled turn, on disk. */
  get tail(): readonly RunEvent[] {
    return this.#tail;
  }

  /** The write the store has not taken yet. */
  get unwritten(): JournalBatch | undefined {
    return this.#unwritten;
  }

  /** Records facts, text at once. @throws StoreError when they could not be written; nothing later is written then. */
  emit(facts: readonly RunFact[]): readonly RunFact[] | Promise<readonly RunFact[]> {
    if (this.#failure !== undefined) throw this.#failure.error;
    const [fact] = facts;
    if (fact?.type === "text.appended" || fact?.type === "reasoning.appended") return [this.#appendText(fact)];
    return this.emitAll(facts);
  }

  /**
   * Writes facts in one step: all of them are on disk or none.
   *
   * @param consumed - the commands they settle
   * @param setsGoing - whether a run at rest is at work again by that: whoever drives it next goes on
   */
  async emitAll(
    facts: readonly RunFact[],
    consumed: readonly string[] = [],
    setsGoing = false,
  ): Promise<readonly RunFact[]> {
    if (this.#failure !== undefined) throw this.#failure.error;
    // Taking bytes apart waits for a hash; facts keep the order in which they were emitted all the same.
    const apart = this.#inOrder(facts.map((fact) => keepApart(fact)));
    const kept = await apart;
    const waiting: Waiting = {
      facts: [...this.#takeText(), ...kept.map(({ value }) => value)],
      blobs: kept.flatMap(({ blobs }) => blobs),
      consumed,
      setsGoing,
      done: defer(),
    };
    this.#queue.push(waiting);
    void this.#write();
    await waiting.done.promise;
    return waiting.facts.slice(-facts.length);
  }

  /** Begins to write text that still waits. A failure is kept and thrown at the next fact. */
  writeText(): void {
    this.#stopTimer();
    this.flush().catch((error: unknown) => this.#fail(error));
  }

  /** Writes text that still waits. */
  async flush(): Promise<void> {
    if (this.#text.length > 0) await this.emitAll([]);
    await this.#writing;
  }

  async #inOrder<T>(promises: readonly Promise<T>[]): Promise<T[]> {
    const before = this.#order;
    const mine = Promise.all(promises);
    this.#order = Promise.allSettled([before, mine]);
    await before;
    return mine;
  }

  #appendText(fact: Extract<RunFact, { type: "text.appended" | "reasoning.appended" }>): RunFact {
    const { clock, onFacts } = this.#options;
    const last = this.#text.at(-1);
    if (last === undefined) this.#textSince = clock.now();
    if (last?.type === fact.type && last.turn === fact.turn && last.part === fact.part) {
      this.#text[this.#text.length - 1] = { ...last, ...fact, text: last.text + fact.text };
    } else {
      this.#text.push(fact);
    }
    // Browsers hold the timers of a page in the background back for a second, later for a minute. What comes over the
    // network they do not: late text goes out with the next of it.
    if (this.#cancelTimer !== undefined && clock.now() - this.#textSince > 2 * TEXT_FLUSH_MS) {
      this.#textSince = clock.now();
      this.writeText();
    }
    this.#cancelTimer ??= clock.schedule(() => this.writeText(), TEXT_FLUSH_MS);
    this.#transcript = stepTranscript(this.#transcript, fact);
    onFacts([fact]);
    return fact;
  }

  #stopTimer(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
  }

  #takeText(): readonly RunFact[] {
    this.#stopTimer();
    return this.#text.splice(0);
  }

  #fail(error: unknown): void {
    this.#failure ??= { error };
  }

  #write(): Promise<void> {
    this.#writing ??= this.#writeAll();
    return this.#writing;
  }

  async #writeAll(): Promise<void> {
    // `#writing` is set before the first write begins.
    await undefined;
    while (this.#queue.length > 0) {
      const group = this.#queue.splice(0);
      try {
        if (this.#failure !== undefined) throw this.#failure.error;
        await this.#append(group);
        for (const { done } of group) done.resolve();
      } catch (error) {
        this.#fail(error);
        for (const { done } of group) done.reject(error);
      }
    }
    // In the same step that found the queue empty: what comes in the next one begins a new round.
    this.#writing = undefined;
  }

  async #append(group: readonly Waiting[]): Promise<void> {
    let made = this.#batchOf(group);
    if (made === undefined) return;
    this.#unwritten = made.batch;
    if (!(await this.#appendWhole(made.batch))) {
      await this.#leaveOut(group);
      made = this.#batchOf(group) ?? made;
      this.#unwritten = made.batch;
      await this.#options.store.append(made.batch);
    }
    const { batch, heard } = made;
    this.#unwritten = undefined;
    this.#record = batch.record;
    this.#tail = unsettled([...this.#tail, ...batch.events], batch.record);
    this.#settleRequests(batch.requests ?? []);
    // Step again instead of taking its transcript: text may have come while the write was under way.
    this.#transcript = heard.reduce(stepTranscript, this.#transcript);
    if (heard.length > 0 || batch.consumed?.length) this.#options.onFacts(heard);
  }

  /** `false` where its payloads have no room: all else of it may have. */
  async #appendWhole(batch: JournalBatch): Promise<boolean> {
    const { store, attempt } = this.#options;
    if (attempt !== undefined && batch.blobs !== undefined && batch.blobs.length > 0) {
      try {
        await attempt(batch);
        return true;
      } catch (error) {
        if (HoldpointError.is(error) && error.code === "store-full") return false;
        // What else the store refuses is waited for, as always.
      }
    }
    await store.append(batch);
    return true;
  }

  /** What happened is kept without the payloads that are not in the store yet. */
  async #leaveOut(group: readonly Waiting[]): Promise<void> {
    const left = new Set<string>();
    for (const { hash } of group.flatMap(({ blobs }) => blobs)) {
      if ((await this.#options.store.getBlob(hash)) === undefined) left.add(hash);
    }
    for (const waiting of group) {
      waiting.facts = waiting.facts.map((fact) => markNotStored(fact, left));
      waiting.blobs = waiting.blobs.filter(({ hash }) => !left.has(hash));
    }
  }

  /** What a group writes, and the facts to be told once it is written. `undefined`: nothing. */
  #batchOf(
    group: readonly Waiting[],
  ): { readonly batch: JournalBatch; readonly heard: readonly RunFact[] } | undefined {
    const { clock, epoch } = this.#options;
    const at = clock.now();
    const { runId } = this.#record;
    let record = group.some(({ setsGoing }) => setsGoing) ? setGoing(this.#record) : this.#record;
    const events: RunEvent[] = [];
    const turns: TurnRecord[] = [];
    const requests: RequestRecord[] = [];
    let transcript = this.#transcript;
    const heard: RunFact[] = [];
    for (const fact of group.flatMap(({ facts }) => facts)) {
      const event: RunEvent = { ...fact, runId, seq: record.nextSeq, at };
      events.push(event);
      record = stepRunRecord(record, event);
      // Text has been folded when it came.
      if (fact.type !== "text.appended" && fact.type !== "reasoning.appended") {
        transcript = stepTranscript(transcript, fact);
        heard.push(fact);
      }
      if (fact.type === "turn.finished") {
        const turn = transcript.turns[fact.turn - transcript.firstIndex];
        if (turn !== undefined) turns.push({ v: RECORD_VERSION, runId, index: fact.turn, at, turn });
      }
      requests.push(...this.#changedRequests(fact, record, at, requests));
    }
    const consumed = group.flatMap((waiting) => waiting.consumed);
    if (events.length === 0 && consumed.length === 0) return undefined;
    if (consumed.length > 0)
      record = { ...record, consumed: [...(record.consumed ?? []), ...consumed].slice(-KEPT_IDS) };
    if (turns.length > 0) record = { ...record, bytes: (record.bytes ?? 0) + bytesOfTurns(turns) };
    const batch: JournalBatch = {
      runId,
      epoch,
      events,
      record,
      turns,
      requests: lastOfEach(requests),
      blobs: group.flatMap(({ blobs }) => blobs),
      consumed,
      strict: events.some(({ type }) => STRICT.has(type)),
    };
    return { batch, heard };
  }

  #changedRequests(
    fact: RunFact,
    record: RunRecord,
    at: number,
    before: readonly RequestRecord[],
  ): readonly RequestRecord[] {
    if (fact.type === "request.raised") return [raisedRecord(fact, record, at)];
    const known = [...this.#requests.values(), ...before];
    if (fact.type === "request.answered") {
      const raised = known.findLast(({ requestId }) => requestId === fact.requestId);
      return raised === undefined ? [] : [{ ...raised, state: "settled", answer: fact.answer }];
    }
    // What a call that has its result asked, nobody needs to know any more: it was given up, for a message.
    const isOver = (request: RequestRecord): boolean =>
      fact.type === "run.cancelled" || (fact.type === "call.finished" && request.callId === fact.callId);
    return lastOfEach(known)
      .filter((request) => (request.state === "open" || request.state === "answered") && isOver(request))
      .map((request) => ({ ...request, state: "closed" }));
  }

  #settleRequests(changed: readonly RequestRecord[]): void {
    for (const request of changed) {
      if (request.state === "open") this.#requests.set(request.requestId, request);
      else this.#requests.delete(request.requestId);
    }
  }
}

function raisedRecord(fact: RequestRaised, { runId, agent, parent }: RunRecord, at: number): RequestRecord {
  const { request, callId, call, origin, turn, child } = fact;
  return {
    v: RECORD_VERSION,
    requestId: request.id,
    runId,
    agent,
    turn,
    raisedAt: at,
    state: "open",
    request,
    callId,
    call,
    origin,
    ...(child && { child }),
    ...(parent && { escalated: true }),
  };
}

function lastOfEach(requests: readonly RequestRecord[]): readonly RequestRecord[] {
  return [...new Map(requests.map((request) => [request.requestId, request])).values()];
}

function defer(): Deferred {
  let resolve: () => void = () => undefined;
  let reject: (reason: unknown) => void = () => undefined;
  const promise = new Promise<void>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}
