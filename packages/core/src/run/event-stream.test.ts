import { describe, expect, it } from "vitest";
import { type EventSource, EventStream } from "./event-stream.ts";

async function collect<Value>(stream: AsyncIterable<Value>): Promise<Value[]> {
  const values: Value[] = [];
  for await (const value of stream) values.push(value);
  return values;
}

describe("EventStream", () => {
  it("gives everything that was pushed, in order, then ends", async () => {
    const stream = new EventStream<number>(async (source) => {
      await source.push(1);
      await Promise.resolve();
      await source.push(2);
      await source.push(3);
    });
    expect(await collect(stream)).toEqual([1, 2, 3]);
    expect(await stream.next()).toEqual({ done: true, value: undefined });
  });

  it("begins with the first next, not before", async () => {
    let begun = false;
    const stream = new EventStream<number>(async () => {
      begun = true;
    });
    await Promise.resolve();
    expect(begun).toBe(false);
    await stream.next();
    expect(begun).toBe(true);
  });

  it("tells a failure after what was pushed before it, and once", async () => {
    const stream = new EventStream<number>(async (source) => {
      await source.push(1);
      throw new Error("broke");
    });
    expect(await stream.next()).toEqual({ done: false, value: 1 });
    await expect(stream.next()).rejects.toThrow("broke");
    expect(await stream.next()).toEqual({ done: true, value: undefined });
  });

  it("rejects a waiting next when the task fails", async () => {
    const stream = new EventStream<number>(async () => {
      await Promise.resolve();
      throw new Error("broke");
    });
    await expect(stream.next()).rejects.toThrow("broke");
  });

  it("an abandoned loop aborts the task and waits until it has let go", async () => {
    const seen: string[] = [];
    const stream = new EventStream<number>(async (source, signal) => {
      await source.push(1);
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      seen.push("aborted");
      throw signal.reason;
    });
    for await (const _value of stream) break;
    expect(seen).toEqual(["aborted"]);
  });

  it("return ends a next that waits", async () => {
    const stream = new EventStream<number>(
      (_source, signal) => new Promise((resolve) => signal.addEventListener("abort", () => resolve())),
    );
    const waiting = stream.next();
    await stream.return();
    expect(await waiting).toEqual({ done: true, value: undefined });
  });

  it("a stream nobody began needs nothing to end", async () => {
    let begun = false;
    const stream = new EventStream<number>(async () => {
      begun = true;
    });
    expect(await stream.return()).toEqual({ done: true, value: undefined });
    expect(await stream.next()).toEqual({ done: true, value: undefined });
    expect(begun).toBe(false);
  });

  it("aborts the task with the reason of the outer signal", async () => {
    const stop = new AbortController();
    const stream = new EventStream<number>(
      (_source, signal) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
      stop.signal,
    );
    const waiting = stream.next();
    stop.abort(new Error("stop"));
    await expect(waiting).rejects.toThrow("stop");
  });

  it("asks a fast writer to wait for a slow reader, and lets it go on", async () => {
    let pushed = 0;
    const stream = new EventStream<number>(async (source) => {
      for (; pushed < 1_000; pushed += 1) await source.push(pushed);
    });
    await stream.next();
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(pushed).toBeLessThan(200);
    expect(await collect(stream)).toHaveLength(999);
  });

  it("a writer that waits for room is released by an abort", async () => {
    let released = false;
    const stop = new AbortController();
    const push = async (source: EventSource<number>) => {
      for (let value = 0; value < 200; value += 1) await source.push(value);
      released = true;
    };
    const stream = new EventStream<number>((source) => push(source), stop.signal);
    await stream.next();
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(released).toBe(false);
    stop.abort();
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(released).toBe(true);
  });
});
