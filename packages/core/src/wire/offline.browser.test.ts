import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createInProcessWire } from "./in-process.ts";
import { ask, completion, wireTo } from "./wire.fixture.ts";
import type { WireEvent } from "./wire.ts";

let isOnline = false;

beforeEach(() => {
  isOnline = false;
  vi.spyOn(navigator, "onLine", "get").mockImplementation(() => isOnline);
});

afterEach(() => vi.restoreAllMocks());

function comeBack(): void {
  isOnline = true;
  window.dispatchEvent(new Event("online"));
}

const textOf = (events: readonly WireEvent[]): string =>
  events.map((event) => (event.type === "text" ? event.delta : "")).join("");

const lost = (): never => {
  throw new TypeError("Failed to fetch");
};

/** A model that can be reached when the page is online; without a single attempt to spare. */
function reachable(options: Parameters<typeof wireTo>[2] = {}) {
  const tries: boolean[] = [];
  const fetch = async () => {
    tries.push(isOnline);
    return isOnline ? completion({ content: "ok" }) : lost();
  };
  return { tries, ...wireTo("openai", [], { fetch, retries: 0, ...options }) };
}

describe("without a network", () => {
  test("a call waits for it, and is made once there is one; what could not be sent is no attempt", async () => {
    const { wire, tries } = reachable();
    const asking = ask(wire);
    await expect.poll(() => tries).toEqual([false]);
    // It says so and is not: one more is tried, and it waits again.
    window.dispatchEvent(new Event("online"));
    await expect.poll(() => tries).toEqual([false, false]);
    comeBack();
    expect(textOf(await asking)).toBe("ok");
    expect(tries).toEqual([false, false, true]);
  });

  test("a token that cannot be fetched is waited for as well", async () => {
    let asked = 0;
    const { wire, tries } = reachable({ apiKey: async () => (asked++ > 0 ? "sk-test" : lost()) });
    const asking = ask(wire);
    await expect.poll(() => asked).toBe(1);
    comeBack();
    await asking;
    expect([asked, tries]).toEqual([2, [true]]);
  });

  test("an abort ends the wait at once, and nothing is tried later", async () => {
    const { wire, tries } = reachable();
    const controller = new AbortController();
    const asking = ask(wire, { signal: controller.signal });
    await expect.poll(() => tries).toHaveLength(1);
    controller.abort(new Error("enough"));
    await expect(asking).rejects.toThrow("enough");
    comeBack();
    expect(tries).toHaveLength(1);
  });

  test("the host may say that it is not waited for", async () => {
    const { wire, tries } = reachable({ onError: () => "fail" });
    await expect(ask(wire)).rejects.toMatchObject({ code: "endpoint-unreachable" });
    expect(tries).toHaveLength(1);
  });

  test("a model in the page that fails is no matter of the network", async () => {
    let asked = 0;
    const wire = createInProcessWire({
      model: "m",
      generate: () => {
        asked += 1;
        return lost();
      },
    });
    await expect(ask(wire)).rejects.toMatchObject({ code: "endpoint-unreachable" });
    expect(asked).toBe(1);
  });
});
