import type { ReceiveWireEvent, WireEvent } from "../wire/wire.ts";

type TextEvent = Extract<WireEvent, { type: "text" | "reasoning" }>;

/**
 * Hands on what a wire reports, and text that comes in one moment as one delta: a burst of thousands costs what one
 * does. It is handed on before anything else happens on the page; what it failed on is thrown at the next event.
 */
export function joinDeltas(receive: ReceiveWireEvent): ReceiveWireEvent {
  let held: { -readonly [Key in keyof TextEvent]: TextEvent[Key] } | undefined;
  let handed: Promise<void> = Promise.resolve();
  let failure: { readonly error: unknown } | undefined;

  const handOn = (): void => {
    if (held === undefined) return;
    const text = held;
    held = undefined;
    // An async function begins at once: what records text at once has done so before this returns.
    handed = (async () => receive(text))();
    handed.then(undefined, (error: unknown) => {
      failure = { error };
    });
  };

  return (event) => {
    if (failure !== undefined) throw failure.error;
    if (event.type !== "text" && event.type !== "reasoning") {
      handOn();
      return handed.then(() => receive(event));
    }
    if (held?.type === event.type && held.part === event.part && event.providerData === undefined) {
      held.delta += event.delta;
      return undefined;
    }
    handOn();
    held = { ...event };
    queueMicrotask(handOn);
    return undefined;
  };
}
