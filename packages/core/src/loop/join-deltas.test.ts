import { expect, test } from "vitest";
import type { WireEvent } from "../wire/wire.ts";
import { joinDeltas } from "./join-deltas.ts";

const text = (delta: string, part = 0) => ({ type: "text", part, delta }) satisfies WireEvent;
const thought = (delta: string): WireEvent => ({ type: "reasoning", part: 0, delta });
const call: WireEvent = { type: "call", part: 1, id: "c", name: "n", rawArgs: "{}" };

function listen(receive: (event: WireEvent) => void | Promise<void> = () => undefined) {
  const heard: WireEvent[] = [];
  const tell = joinDeltas((event) => {
    heard.push(event);
    return receive(event);
  });
  return { heard, tell };
}

test("text of one moment is one delta, and is handed on when the moment is over", async () => {
  const { heard, tell } = listen();
  for (const delta of ["a", "b", "c"]) expect(tell(text(delta))).toBeUndefined();
  expect(heard).toEqual([]);
  await undefined;
  expect(heard).toEqual([text("abc")]);
  void tell(text("d"));
  await undefined;
  expect(heard).toEqual([text("abc"), text("d")]);
});

test("what is of another kind or part, or carries data, is not joined to what was before it, and comes after it", async () => {
  const { heard, tell } = listen();
  const signed = { ...text("", 1), providerData: { style: "openai", value: 1 } } satisfies WireEvent;
  for (const event of [thought("hm"), thought("…"), text("a"), text("b", 1), signed, text("c", 1)]) void tell(event);
  await tell(call);
  expect(heard).toEqual([thought("hm…"), text("a"), text("b", 1), { ...signed, delta: "c" }, call]);
});

test("what follows text waits until that has been taken", async () => {
  let take: () => void = () => undefined;
  const taken = new Promise<void>((resolve) => {
    take = resolve;
  });
  const { heard, tell } = listen((event) => (event.type === "text" ? taken : undefined));
  void tell(text("a"));
  const told = tell(call);
  await undefined;
  expect(heard).toEqual([text("a")]);
  take();
  await told;
  expect(heard).toEqual([text("a"), call]);
});

test("what text failed on is thrown at the next event, text or not", async () => {
  const { heard, tell } = listen(() => {
    throw new Error("the disk is gone");
  });
  void tell(text("a"));
  await expect(tell(call)).rejects.toThrow("the disk is gone");
  expect(() => tell(text("b"))).toThrow("the disk is gone");
  expect(heard).toEqual([text("a")]);
});
