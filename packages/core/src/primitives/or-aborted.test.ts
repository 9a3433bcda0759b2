import { describe, expect, it } from "vitest";
import { orAborted } from "./or-aborted.ts";

describe("orAborted", () => {
  it("gives what the promise gives", async () => {
    const { signal } = new AbortController();
    await expect(orAborted(Promise.resolve(7), signal)).resolves.toBe(7);
    await expect(orAborted(Promise.reject(new Error("no")), signal)).rejects.toThrow("no");
  });

  it("does not wait beyond an abort, and a later failure of the promise is nobody's", async () => {
    const stop = new AbortController();
    let fail: (error: Error) => void = () => undefined;
    const waiting = orAborted(
      new Promise((_, reject) => {
        fail = reject;
      }),
      stop.signal,
    );
    stop.abort("enough");
    await expect(waiting).rejects.toBe("enough");
    fail(new Error("too late"));
  });

  it("rejects at once when the signal was aborted before", async () => {
    const neverSettles = new Promise(() => undefined);
    await expect(orAborted(neverSettles, AbortSignal.abort("before"))).rejects.toBe("before");
  });

  it("leaves no listener on the signal", async () => {
    const stop = new AbortController();
    let listeners = 0;
    const { signal } = stop;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...given: Parameters<typeof add>) => {
      listeners += 1;
      add(...given);
    };
    signal.removeEventListener = (...given: Parameters<typeof remove>) => {
      listeners -= 1;
      remove(...given);
    };
    await orAborted(Promise.resolve(), signal);
    await orAborted(Promise.reject(new Error("no")), signal).catch(() => "heard");
    expect(listeners).toBe(0);
  });
});
