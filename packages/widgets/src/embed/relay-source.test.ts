import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { RelayCall } from "./embed-protocol.ts";
import { createRelaySource } from "./relay-source.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function relay() {
  const sent: { readonly id: number; readonly call: RelayCall }[] = [];
  const source = createRelaySource((id, call) => sent.push({ id, call }));
  return { sent, source };
}

describe("a page that does not answer", () => {
  it("is waited for fifteen seconds and no longer; the person is told that it can be tried again", async () => {
    const { source } = relay();
    let isOver = false;
    const listing = source.list().finally(() => {
      isOver = true;
    });
    const failure = expect(listing).rejects.toMatchObject({
      code: "source-unreachable",
      message: expect.stringContaining("Try again"),
    });
    await vi.advanceTimersByTimeAsync(14_999);
    expect(isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await failure;
  });

  it("holds an Answer up as little, and what it says too late is not taken for the Answer that is sent again", async () => {
    const { sent, source } = relay();
    const first = source.answer("req_1", { ok: true }, { digest: "d" });
    const failure = expect(first).rejects.toMatchObject({ code: "source-unreachable" });
    await vi.advanceTimersByTimeAsync(15_000);
    await failure;
    const second = source.answer("req_1", { ok: true }, { digest: "d" });
    const [late, again] = sent;
    expect(again?.call).toEqual(late?.call);
    expect(again?.id).not.toBe(late?.id);
    source.onReply(late?.id ?? 0, { accepted: true, record: "of before" });
    source.onReply(again?.id ?? 0, { accepted: false });
    expect(await second).toEqual({ accepted: false });
  });

  it("leaves no timer once it has answered", async () => {
    const { sent, source } = relay();
    const listing = source.list();
    source.onReply(sent[0]?.id ?? 0, []);
    expect(await listing).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
