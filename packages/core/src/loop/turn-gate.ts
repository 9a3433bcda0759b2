import type { JsonObject } from "../contracts/json.ts";
import { newRequestId } from "../contracts/request.ts";
import { orAborted } from "../primitives/or-aborted.ts";
import { relayRequest } from "../toolkit/relay-tool.ts";
import { type LoopContext, record } from "./loop-context.ts";
import { bindRequest, placeholderText } from "./suspension.ts";
import { type CallSlot, openSlots } from "./transcript.ts";

/**
 * What the calls of one turn share while they run side by side: who still works and who waits for a person, the one
 * Request of all relayed calls, and the one call that may end the run.
 */
export class TurnGate {
  readonly turn: number;
  readonly #context: LoopContext;
  readonly #shared = new Map<string, Promise<unknown>>();
  readonly #relayed: { slot: CallSlot; args: JsonObject }[] = [];
  #working: number;
  #expectedRelays: number;
  #raiseRelayed: Promise<void> | undefined;
  #release: (() => void) | undefined;
  #ended: boolean;
  /** Calls in order that are still on their way to their tool. */
  readonly #approaching: { readonly callId: string; readonly gone: Promise<void>; readonly go: () => void }[];

  constructor(context: LoopContext, turn: number) {
    this.turn = turn;
    this.#context = context;
    const slots = openSlots(context.transcript);
    this.#working = slots.length;
    this.#expectedRelays = slots.filter(
      ({ call, state }) => state === "waiting" && this.#isRelay(call.toolName),
    ).length;
    this.#ended = context.transcript.endedBy !== undefined;
    this.#approaching = slots.map(({ call }) => {
      let go = (): void => undefined;
      const gone = new Promise<void>((resolve) => {
        go = resolve;
      });
      return { callId: call.callId, gone, go };
    });
  }

  /** Lets calls enter their tools in call order, whatever policies, hooks and checks take; nothing to wait for mostly. */
  approach(callId: string): Promise<unknown> | undefined {
    const place = this.#approaching.findIndex((each) => each.callId === callId);
    const before = this.#approaching.slice(0, Math.max(0, place));
    if (before.length === 0) return undefined;
    return orAborted(Promise.all(before.map(({ gone }) => gone)), this.#context.active);
  }

  /** A call entered its tool, waits for a person, or is at its end: it holds nobody up any more. */
  passOn(callId: string): void {
    const place = this.#approaching.findIndex((each) => each.callId === callId);
    if (place >= 0) this.#approaching.splice(place, 1)[0]?.go();
  }

  /** True for the first call that asks; it alone carries `endedRun`. */
  claimEnd(): boolean {
    const first = !this.#ended;
    this.#ended = true;
    return first;
  }

  /** Runs something once per key, however many calls of the turn ask for it. */
  shared<T>(key: string, run: () => Promise<T>): Promise<T> {
    const running = this.#shared.get(key) ?? run();
    this.#shared.set(key, running);
    return running as Promise<T>;
  }

  /** As {@link shared}, for an effect that must not happen twice. */
  once(key: string, run: () => Promise<void> | undefined): Promise<void> {
    return this.shared(`once ${key}`, async () => run());
  }

  /** Waits for a person. When every call of the turn that is not finished waits, the run is paused. */
  async wait<T>(until: () => Promise<T>): Promise<T> {
    this.#working -= 1;
    try {
      const [answer] = await Promise.all([until(), this.#noteIfPaused()]);
      return answer;
    } finally {
      this.#working += 1;
    }
  }

  /** A call of the turn is finished, or will not go on here; `unraised` for a relayed call that raised nothing. */
  async leave(unraised: boolean): Promise<void> {
    this.#working -= 1;
    if (unraised) await this.#arrive();
    await this.#noteIfPaused();
  }

  /** Whether a slot counts among the relayed calls that share one Request. */
  isRelayed({ call, state }: CallSlot): boolean {
    return state === "waiting" && this.#isRelay(call.toolName);
  }

  /** Raises the one Request of all relayed calls once each of them has come here or ended otherwise. */
  async raiseRelayed(slot: CallSlot, args: JsonObject): Promise<void> {
    this.#relayed.push({ slot, args });
    this.passOn(slot.call.callId);
    this.#raiseRelayed ??= new Promise((resolve) => {
      this.#release = resolve;
    });
    const raised = this.#raiseRelayed;
    await this.#arrive();
    // A sibling that failed never comes here.
    await orAborted(raised, this.#context.active);
  }

  async #arrive(): Promise<void> {
    this.#expectedRelays -= 1;
    if (this.#expectedRelays > 0 || this.#relayed.length === 0) return;
    const calls = this.#relayed.splice(0).sort((left, right) => this.#position(left.slot) - this.#position(right.slot));
    const first = calls[0];
    if (first === undefined) return;
    const request = relayRequest(
      newRequestId(),
      calls.map(({ slot: { call }, args }) => ({
        id: call.wireId ?? call.callId,
        name: call.toolName,
        input: args,
        arguments: call.rawArgs ?? JSON.stringify(call.args),
      })),
    );
    const raised = await bindRequest(request, "tool", first.slot, first.args);
    await record(this.#context, {
      type: "request.raised",
      turn: this.turn,
      ...raised,
      callIds: calls.map(({ slot }) => slot.call.callId),
      toolName: first.slot.call.toolName,
      source: "relay",
      output: placeholderText(request),
      attempt: first.slot.attempt,
    });
    this.#release?.();
  }

  async #noteIfPaused(): Promise<void> {
    // A loop that halts on a suspension says so itself, once all calls of the turn have come to rest.
    if (this.#working > 0 || this.#context.awaitAnswer === undefined) return;
    const requestIds = pausedOn(openSlots(this.#context.transcript));
    if (requestIds.length > 0) await record(this.#context, { type: "run.paused", requestIds });
  }

  #position({ call }: CallSlot): number {
    return this.#context.transcript.open?.slots.findIndex((slot) => slot.call.callId === call.callId) ?? 0;
  }

  #isRelay(toolName: string): boolean {
    return this.#context.toolkit.get(toolName)?.source === "relay";
  }
}

/** The open Requests of a turn in call order, each once. */
export function pausedOn(slots: readonly CallSlot[]): readonly string[] {
  const ids = slots.flatMap(({ state, raised }) => (state === "asking" && raised ? [raised.request.id] : []));
  return [...new Set(ids)];
}
