import { describe, expect, it } from "vitest";
import { createSerialQueue } from "./serial-queue.ts";

function gate() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

describe("createSerialQueue", () => {
  it("runs jobs of one key one after another, in order", async () => {
    const queue = createSerialQueue();
    const first = gate();
    const log: string[] = [];
    const one = queue("a", async () => {
      log.push("one begins");
      await first.opened;
      log.push("one ends");
      return 1;
    });
    const two = queue("a", () => {
      log.push("two");
      return 2;
    });
    await Promise.resolve();
    expect(log).toEqual(["one begins"]);
    first.open();
    expect(await Promise.all([one, two])).toEqual([1, 2]);
    expect(log).toEqual(["one begins", "one ends", "two"]);
  });

  it("lets keys pass one another", async () => {
    const queue = createSerialQueue();
    const stuck = gate();
    const waiting = queue("a", () => stuck.opened);
    expect(await queue("b", () => "b")).toBe("b");
    stuck.open();
    await waiting;
  });

  it("goes on after a job that failed, and gives the failure to who asked for it", async () => {
    const queue = createSerialQueue();
    const failing = queue("a", () => {
      throw new Error("first");
    });
    const next = queue("a", () => "next");
    await expect(failing).rejects.toThrow("first");
    expect(await next).toBe("next");
    expect(await queue("a", () => "later")).toBe("later");
  });
});
