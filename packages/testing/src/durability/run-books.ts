import type { Answer, RunEvent } from "@holdpoint/core";
import { ACTING_TOOLS } from "./scenario.ts";

/** One write of a journal that is on disk. */
export interface Commit {
  readonly runId: string;
  readonly epoch: number;
  readonly events: readonly RunEvent[];
}

interface CallState {
  readonly toolName: string;
  /** The turn in which the model asked for it, while it was not entered. */
  readonly turn?: number;
  readonly starts: number;
  readonly idempotent?: boolean;
  /** The epoch of an entry that has neither ended in a result nor in asking. */
  readonly enteredIn?: number;
  /** A person spoke since it was last entered. */
  readonly spoken?: boolean;
  /** A person was asked whether its last entry ran. */
  readonly doubted?: boolean;
  /** The run was cancelled before it had its result. */
  readonly givenUp?: true;
  readonly result?: "acted" | "failed";
}

/** The books of one run: every event is entered, and what does not follow from those before is noted. */
export class RunBooks {
  readonly #runId: string;
  readonly #accepted: ReadonlyMap<string, Answer> | undefined;
  readonly #isRetried: boolean;
  readonly #problems: string[] = [];
  readonly #calls = new Map<string, CallState>();
  readonly #requests = new Map<string, "open" | "answered" | "closed">();
  #nextSeq = 0;
  #epoch = 0;
  #end: "finished" | "cancelled" | undefined;

  /**
   * @param accepted the Answers that were accepted and not taken back, where they are known
   * @param isRetried people let runs go on that had been cancelled
   */
  constructor(runId: string, accepted?: readonly Answer[], isRetried = false) {
    this.#runId = runId;
    this.#isRetried = isRetried;
    this.#accepted = accepted && new Map(accepted.map((answer) => [answer.id, answer]));
  }

  /** The idempotency keys of its calls. */
  get keys(): readonly string[] {
    return [...this.#calls.keys()].map((callId) => this.#keyOf(callId));
  }

  read({ epoch, events }: Commit): void {
    if (epoch < this.#epoch) this.#report(`epoch ${epoch} wrote after epoch ${this.#epoch}`);
    this.#epoch = Math.max(this.#epoch, epoch);
    for (const event of events) {
      if (event.seq !== this.#nextSeq) {
        this.#report(`event ${event.seq} (${event.type}) stands where ${this.#nextSeq} is due`);
      }
      this.#nextSeq = event.seq + 1;
      this.#noteEnd(event.type);
      if (event.type === "turn.finished" && event.role === "ASSISTANT") this.#dropUnsaid(event);
      if (!("callId" in event)) continue;
      const next = this.#step(this.#calls.get(event.callId), event, epoch);
      if (next !== undefined) this.#calls.set(event.callId, next);
    }
  }

  /** What is wrong, now that nothing more comes. @param effects the keys of all effects */
  close(effects: readonly string[]): readonly string[] {
    if (this.#end === undefined) this.#report("it never ended");
    for (const [id, state] of this.#requests) {
      if (state === "open" && this.#end === "finished") this.#report(`the Request ${id} was never answered`);
    }
    for (const [callId, { toolName, idempotent, result, starts }] of this.#calls) {
      const count = effects.filter((key) => key === this.#keyOf(callId)).length;
      if (count > 1 && !idempotent) this.#report(`${toolName} acted ${count} times`);
      if (count > starts) this.#report(`${toolName} acted ${count} times in ${starts} entries`);
      if (result === "acted" && count === 0 && ACTING_TOOLS.has(toolName)) {
        this.#report(`${toolName} has a result and never acted`);
      }
      if (result === undefined && this.#end === "finished") this.#report(`${toolName} never got its result`);
    }
    return this.#problems.map((problem) => `${this.#runId}: ${problem}`);
  }

  /** Where a call stands after an event of it. */
  #step(
    call: CallState | undefined,
    event: Extract<RunEvent, { callId: string }>,
    epoch: number,
  ): CallState | undefined {
    if (event.type === "call.requested") {
      // A model call that was cut off is asked again: what it had asked for is replaced.
      if (call !== undefined && call.starts > 0) this.#report(`${call.toolName} was asked for again once entered`);
      return { toolName: event.toolName, starts: 0, turn: event.turn };
    }
    if (call === undefined) {
      this.#report(`${event.type} of the call ${event.callId}, which nobody asked for`);
      return undefined;
    }
    const { toolName, starts } = call;
    if (call.result !== undefined) this.#report(`${event.type} of ${toolName}, which has its result`);
    switch (event.type) {
      case "call.started":
        if (call.givenUp && !this.#isRetried) this.#report(`${toolName} was entered though its run was cancelled`);
        if (starts > 0 && !call.spoken && !call.idempotent) this.#report(`${toolName} was entered again unasked`);
        return { toolName, starts: starts + 1, idempotent: event.idempotent === true, enteredIn: epoch };
      case "request.raised": {
        const { request, origin } = event;
        if (this.#requests.has(request.id)) this.#report(`the Request ${request.id} was raised twice`);
        this.#requests.set(request.id, "open");
        if (origin === "in_doubt") return { ...call, doubted: true };
        if (isCutOff(call, epoch)) this.#report(`${toolName} was in doubt, and asked something else`);
        const { enteredIn: _over, ...asking } = call;
        return asking;
      }
      case "request.answered":
        this.#take(event.requestId, event.answer);
        return { ...call, spoken: true };
      case "call.finished": {
        if (isCutOff(call, epoch)) this.#report(`${toolName} was in doubt, and nobody was asked`);
        const { failed, rejected, denied } = event.result;
        return { ...call, result: failed || rejected || denied ? "failed" : "acted" };
      }
    }
  }

  /** Of an answer that a person stopped only what they had read stays: calls it had begun to ask for never were. */
  #dropUnsaid({ turn, parts }: Extract<RunEvent, { type: "turn.finished" }>): void {
    if (parts === undefined) return;
    const said = new Set(parts.flatMap((part) => (part.kind === "TOOL_CALL" ? [part.callId] : [])));
    for (const [id, call] of this.#calls) if (call.turn === turn && !said.has(id)) this.#calls.delete(id);
  }

  #noteEnd(type: RunEvent["type"]): void {
    this.#end = type === "run.finished" ? "finished" : type === "run.cancelled" ? "cancelled" : undefined;
    if (type !== "run.cancelled") return;
    // What was open is closed, and what was under way is given up: the model is told so, should the run go on.
    for (const [id, state] of this.#requests) if (state === "open") this.#requests.set(id, "closed");
    for (const [id, call] of this.#calls)
      if (call.result === undefined) this.#calls.set(id, { ...call, givenUp: true });
  }

  #take(requestId: string, answer: Answer): void {
    if (this.#requests.get(requestId) !== "open") this.#report(`the Request ${requestId} was answered, and not open`);
    this.#requests.set(requestId, "answered");
    const accepted = this.#accepted?.get(requestId);
    if (this.#accepted === undefined || plain(accepted) === plain(answer)) return;
    this.#report(`it took the Answer ${plain(answer)}, where ${plain(accepted)} was accepted`);
  }

  #keyOf(callId: string): string {
    return `${this.#runId}/${callId}`;
  }

  #report(problem: string): void {
    this.#problems.push(problem);
  }
}

/** Entered by a driver that is gone, it matters, and no person has spoken. */
function isCutOff({ enteredIn, idempotent, doubted, spoken, givenUp }: CallState, epoch: number): boolean {
  return enteredIn !== undefined && enteredIn < epoch && !idempotent && !(doubted && spoken) && !givenUp;
}

/** The same whatever the order of its fields. */
function plain(answer: Answer | undefined): string {
  return JSON.stringify([answer?.id, answer?.ok, answer?.reason, answer?.data]);
}
