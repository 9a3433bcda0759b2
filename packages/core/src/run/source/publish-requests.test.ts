import { describe, expect, it, vi } from "vitest";
import { createHttpSource } from "./http-source.ts";
import { publishRequests } from "./publish-requests.ts";
import { openRefundPlace } from "./refund-runs.fixture.ts";
import { createRequestBoard } from "./request-board.ts";
import { createRequestHandler } from "./request-handler.ts";

/** A server with a board, a page that publishes to it, and somebody elsewhere who looks at it. */
async function openTwoPlaces(maxOpen?: number) {
  const board = createRequestBoard(maxOpen === undefined ? {} : { maxOpen });
  const handle = createRequestHandler({ source: board, authorize: () => true });
  const reach = { isDown: false };
  const connect = () =>
    createHttpSource({
      url: "https://desk.test/holdpoint/requests",
      fetch: async (url, init) => {
        if (reach.isDown) throw new TypeError("Failed to fetch");
        return handle(new Request(url, init));
      },
    });
  const place = openRefundPlace();
  await place.runs.resume();
  const warn = vi.fn();
  const publish = () => publishRequests({ from: place.runs, to: connect(), warn });
  return { board, place, elsewhere: connect(), publish, warn, reach };
}

const soon = { timeout: 10_000 };

describe("a run here, its approval elsewhere", () => {
  it("is shown there, approved there, goes on here, and the tool runs once", async () => {
    const { place, elsewhere, publish } = await openTwoPlaces();
    const stop = publish();
    const record = await place.ask();
    await vi.waitFor(async () => expect(await elsewhere.list()).toEqual([record]), soon);
    const outcome = await elsewhere.answer(record.requestId, { ok: true });
    expect(outcome).toMatchObject({ accepted: true });
    await vi.waitFor(async () => expect((await place.runs.list())[0]?.status).toBe("done"), soon);
    await vi.waitFor(async () => expect((await elsewhere.get(record.requestId))?.state).toBe("settled"), soon);
    expect(place.effects).toEqual(["A17"]);
    expect(await elsewhere.list()).toEqual([]);
    stop();
  });

  it("an Answer given while the page was away is taken when it is back", async () => {
    const { place, elsewhere, publish } = await openTwoPlaces();
    const stop = publish();
    const record = await place.ask();
    await vi.waitFor(async () => expect(await elsewhere.list()).toHaveLength(1), soon);
    stop();
    await elsewhere.answer(record.requestId, { ok: false, reason: "declined", data: { reason: "too much" } });
    const stopAgain = publish();
    await vi.waitFor(async () => {
      const here = await place.store.getRequest(record.requestId);
      expect(here?.answer).toEqual({
        id: record.requestId,
        ok: false,
        reason: "declined",
        data: { reason: "too much" },
      });
    }, soon);
    expect(place.effects).toEqual([]);
    stopAgain();
  });

  it("answered here while it was answered there: this store decides, and there it is told", async () => {
    const { place, elsewhere, publish } = await openTwoPlaces();
    const stop = publish();
    const record = await place.ask();
    await vi.waitFor(async () => expect(await elsewhere.list()).toHaveLength(1), soon);
    stop();
    await place.runs.answer(record.requestId, { ok: false, reason: "declined" });
    await elsewhere.answer(record.requestId, { ok: true });
    const stopAgain = publish();
    await vi.waitFor(async () => {
      expect(await elsewhere.get(record.requestId)).toMatchObject({ state: "settled", answer: { ok: false } });
    }, soon);
    expect(place.effects).toEqual([]);
    stopAgain();
  });

  it("a run that was removed here is closed there", async () => {
    const { place, elsewhere, publish } = await openTwoPlaces();
    const stop = publish();
    const record = await place.ask();
    await vi.waitFor(async () => expect(await elsewhere.list()).toHaveLength(1), soon);
    await place.runs.open(record.runId).cancel();
    await vi.waitFor(async () => expect(await elsewhere.list()).toEqual([]), soon);
    expect(await elsewhere.get(record.requestId)).toMatchObject({ state: "closed" });
    stop();
  });

  it("an Answer that was taken back there before it was heard of here does nothing", async () => {
    const { place, elsewhere, publish } = await openTwoPlaces();
    const stop = publish();
    const record = await place.ask();
    await vi.waitFor(async () => expect(await elsewhere.list()).toHaveLength(1), soon);
    stop();
    await elsewhere.answer(record.requestId, { ok: true });
    expect(await elsewhere.retract(record.requestId)).toBe(true);
    const stopAgain = publish();
    const other = await place.ask("B2");
    await vi.waitFor(async () => expect(await elsewhere.list()).toHaveLength(2), soon);
    expect((await place.store.getRequest(record.requestId))?.state).toBe("open");
    expect(place.effects).toEqual([]);
    expect(other.requestId).not.toBe(record.requestId);
    stopAgain();
  });
});

describe("a board", () => {
  it("keeps an id for its call: another call under it is refused", async () => {
    const { board, place } = await openTwoPlaces();
    const record = await place.ask();
    await board.publish(record);
    const forged = { ...record, call: { ...record.call, digest: "0".repeat(64) } };
    await expect(board.publish(forged)).rejects.toMatchObject({ code: "answer-mismatch" });
    expect(await board.get(record.requestId)).toEqual(record);
  });

  it("is bounded", async () => {
    const { board, place } = await openTwoPlaces(1);
    await board.publish(await place.ask());
    await expect(board.publish(await place.ask("B2"))).rejects.toMatchObject({ code: "too-large" });
  });
});
