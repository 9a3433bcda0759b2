import type { CallProgress } from "../contracts/call-progress.ts";
import type { RunFact } from "../contracts/run-event.ts";
import type { LiveHint } from "../loop/loop-context.ts";

/** A call whose arguments are still coming. */
export interface CallDraft {
  readonly toolName: string;
  /** As far as they have come. */
  readonly argsText: string;
}

/**
 * What the tab that drives knows of calls beside the facts: arguments that are still coming, and how far tools say they
 * are. Nothing of it is written down, and other tabs do not hear of it: a reload, or the next fact, takes its place.
 */
export class LiveCalls {
  /** In the order of the calls; a call that was recorded leaves. */
  #drafts: (CallDraft | undefined)[] = [];
  readonly #progress = new Map<string, CallProgress>();
  /** Another number when something changed. */
  version = 0;

  get drafts(): readonly CallDraft[] {
    return this.#drafts.filter((draft) => draft !== undefined);
  }

  progressOf(callId: string): CallProgress | undefined {
    return this.#progress.get(callId);
  }

  hear(hint: LiveHint): void {
    this.version += 1;
    if (hint.type === "progress") {
      this.#progress.set(hint.callId, hint.progress);
      return;
    }
    const before = this.#drafts[hint.order]?.argsText ?? "";
    this.#drafts[hint.order] = { toolName: hint.toolName, argsText: before + hint.delta };
  }

  /** A fact takes the place of what was known before it. */
  note({ type }: RunFact): void {
    if (type === "call.requested") this.#drop(this.#drafts.findIndex((draft) => draft !== undefined));
    else if (type === "turn.started" || type === "turn.finished") this.#clear();
  }

  #drop(order: number): void {
    if (order < 0) return;
    this.#drafts[order] = undefined;
    this.version += 1;
  }

  #clear(): void {
    if (this.#drafts.length === 0 && this.#progress.size === 0) return;
    this.#drafts = [];
    this.#progress.clear();
    this.version += 1;
  }
}
