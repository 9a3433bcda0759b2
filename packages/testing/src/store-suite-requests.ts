import type { Answer, JournalStore, RequestRecord } from "@holdpoint/core";
import { expect, test } from "vitest";
import { type BatchWriter, createBatchWriter, openRequest, textFact } from "./store-batch.ts";
import type { Tabs } from "./store-suite-tabs.ts";

/** An Answer is accepted once, may be taken back until it is consumed, and is never lost. */
export function requestRules({ tab }: Tabs): void {
  const yes: Answer = { id: "ask", ok: true };
  const no: Answer = { id: "ask", ok: false, reason: "declined", data: { reason: "too much" } };

  async function asked(store: JournalStore, changes: Partial<RequestRecord> = {}): Promise<BatchWriter> {
    const writer = createBatchWriter("run");
    await store.create(writer.next());
    await store.append(writer.next({ facts: [textFact("x")], requests: [openRequest("run", "ask", changes)] }));
    return writer;
  }

  function settle(writer: BatchWriter, answer: Answer): ReturnType<BatchWriter["next"]> {
    return writer.next({
      facts: [textFact("consumed")],
      requests: [openRequest("run", "ask", { state: "settled", answer })],
    });
  }

  test("the first Answer wins; the second is told what was decided", async () => {
    const [store, other] = [tab(), tab()];
    await asked(store);
    const record = openRequest("run", "ask", { state: "answered", answer: no, answeredAt: 77 });
    expect(await other.answer("ask", no, 77)).toEqual({ accepted: true, record });
    expect(await store.answer("ask", yes, 99)).toEqual({ accepted: false, record });
    expect(await store.answer("ask", no, 77)).toEqual({ accepted: false, record });
    expect(await store.getRequest("ask")).toEqual(record);
    expect(await store.answer("unknown", yes, 99)).toEqual({ accepted: false });
  });

  test("of two Answers in one moment one is accepted, in every round", async () => {
    const [store, other] = [tab(), tab()];
    const writer = createBatchWriter("run");
    await store.create(writer.next());
    for (let round = 0; round < 500; round += 1) {
      const id = `ask-${round}`;
      if (round % 100 === 0) {
        const requests = Array.from({ length: 100 }, (_, n) => openRequest("run", `ask-${round + n}`));
        await store.append(writer.next({ facts: [textFact("x")], requests }));
      }
      const outcomes = await Promise.all([
        store.answer(id, { id, ok: true }, 5),
        other.answer(id, { id, ok: false, reason: "declined" }, 5),
      ]);
      expect(outcomes.filter(({ accepted }) => accepted)).toHaveLength(1);
      expect(outcomes[0]?.record).toEqual(outcomes[1]?.record);
    }
  });

  test.each([false, 0, "", null])("falsy data %j is an answer like any other", async (data) => {
    const store = tab();
    await asked(store);
    await store.answer("ask", { id: "ask", ok: true, data }, 5);
    expect((await store.getRequest("ask"))?.answer).toEqual({ id: "ask", ok: true, data });
  });

  test("fields of a later version survive being answered, taken back and settled", async () => {
    const store = tab();
    const writer = await asked(store, { urgency: "high" } as Partial<RequestRecord>);
    await store.answer("ask", yes, 5);
    await store.retractAnswer("ask");
    await store.answer("ask", no, 6);
    await store.append(settle(writer, no));
    expect(await store.getRequest("ask")).toMatchObject({
      urgency: "high",
      state: "settled",
      answer: no,
      answeredAt: 6,
    });
  });

  test("an expired Request answers itself, once, whoever comes and whatever the clock does", async () => {
    const [store, other] = [tab(), tab()];
    const expiresAt = 1_000;
    await asked(store, { request: { ...openRequest("run", "ask").request, expiresAt } });
    const expired: Answer = { id: "ask", ok: false, reason: "expired" };
    const outcome = await store.answer("ask", yes, 1_000);
    expect(outcome).toMatchObject({
      accepted: false,
      record: { state: "answered", answer: expired, answeredAt: 1_000 },
    });
    // The clock is set back: it stays expired, and cannot be taken back.
    expect(await other.answer("ask", yes, 10)).toEqual(outcome);
    expect(await store.retractAnswer("ask")).toBe(false);
    expect((await store.getRequest("ask"))?.answer).toEqual(expired);
  });

  test("who notices the expiry is told that it was accepted; a moment before, an Answer still counts", async () => {
    const store = tab();
    const request = { ...openRequest("run", "ask").request, expiresAt: 1_000 };
    const writer = await asked(store, { request });
    const late = openRequest("run", "late", { request: { ...request, id: "late" } });
    await store.append(writer.next({ facts: [textFact("y")], requests: [late] }));
    expect(await store.answer("ask", yes, 999)).toMatchObject({ accepted: true, record: { answer: yes } });
    const expired: Answer = { id: "late", ok: false, reason: "expired" };
    expect(await store.answer("late", expired, 5_000)).toMatchObject({ accepted: true, record: { answer: expired } });
  });

  test("an Answer is taken back until it is consumed, then no more", async () => {
    const store = tab();
    const writer = await asked(store);
    expect(await store.retractAnswer("ask")).toBe(false);
    await store.answer("ask", yes, 5);
    expect(await store.retractAnswer("ask")).toBe(true);
    expect(await store.getRequest("ask")).toEqual(openRequest("run", "ask"));
    await store.answer("ask", no, 6);
    await store.append(settle(writer, no));
    expect(await store.retractAnswer("ask")).toBe(false);
    expect(await store.retractAnswer("unknown")).toBe(false);
    expect(await store.answer("ask", yes, 9)).toMatchObject({
      accepted: false,
      record: { state: "settled", answer: no },
    });
  });

  test("the loop cannot consume an Answer that was taken back, nor another one than was accepted", async () => {
    const store = tab();
    const writer = await asked(store);
    await store.answer("ask", yes, 5);
    const batch = settle(writer, yes);
    await store.retractAnswer("ask");
    await expect(store.append(batch)).rejects.toMatchObject({ code: "request-changed" });
    await store.answer("ask", no, 6);
    await expect(store.append(batch)).rejects.toMatchObject({ code: "request-changed" });
    expect((await store.load("run"))?.tail).toHaveLength(1);
    await store.retractAnswer("ask");
    await store.answer("ask", { ok: true, id: "ask" }, 7);
    await store.append(batch);
    expect(await store.getRequest("ask")).toMatchObject({ state: "settled", answeredAt: 7 });
    await store.append(batch);
  });

  test("of a taken-back Answer and a batch that consumes it in one moment, one wins", async () => {
    const store = tab();
    const writer = await asked(store);
    for (let round = 0; round < 30; round += 1) {
      const id = `ask-${round}`;
      await store.append(writer.next({ facts: [textFact("x")], requests: [openRequest("run", id)] }));
      const answer: Answer = { id, ok: true };
      await store.answer(id, answer, 5);
      const before = writer.record;
      const consuming = { requests: [openRequest("run", id, { state: "settled", answer })] } as const;
      const batch = createBatchWriter("run", before).next(consuming);
      const [consumed, taken] = await Promise.allSettled([store.append(batch), tab().retractAnswer(id)]);
      const wasTaken = taken.status === "fulfilled" && taken.value;
      expect(consumed.status).toBe(wasTaken ? "rejected" : "fulfilled");
      expect((await store.getRequest(id))?.state).toBe(wasTaken ? "open" : "settled");
    }
  });

  test("a batch that still takes a Request for open does not undo an accepted Answer", async () => {
    const store = tab();
    const writer = await asked(store);
    await store.answer("ask", yes, 5);
    await store.append(writer.next({ facts: [textFact("y")], requests: [openRequest("run", "ask")] }));
    expect(await store.getRequest("ask")).toMatchObject({ state: "answered", answer: yes, answeredAt: 5 });
  });

  test("a settled Request cannot be opened again", async () => {
    const store = tab();
    const writer = await asked(store);
    await store.answer("ask", yes, 5);
    await store.append(settle(writer, yes));
    const reopened = writer.next({ facts: [textFact("y")], requests: [openRequest("run", "ask")] });
    await expect(store.append(reopened)).rejects.toMatchObject({ code: "request-changed" });
  });

  test("closing a Request keeps an Answer that was accepted; later ones are told", async () => {
    const store = tab();
    const writer = await asked(store);
    await store.append(writer.next({ facts: [textFact("z")], requests: [openRequest("run", "second")] }));
    await store.answer("ask", yes, 5);
    const requests = ["ask", "second"].map((id) => openRequest("run", id, { state: "closed" }));
    await store.append(writer.next({ facts: [{ type: "run.cancelled" }], requests }));
    expect(await store.getRequest("ask")).toMatchObject({ state: "closed", answer: yes });
    expect(await store.answer("second", { id: "second", ok: true }, 9)).toMatchObject({
      accepted: false,
      record: { state: "closed" },
    });
    expect((await store.load("run"))?.requests).toEqual([]);
  });

  test("the inbox lists open Requests of all runs, oldest first, and what else is asked for", async () => {
    const store = tab();
    const raise = (runId: string, requestId: string, raisedAt: number, agent = "clerk") =>
      store.create(
        createBatchWriter(runId, { agent }).next({ requests: [openRequest(runId, requestId, { raisedAt, agent })] }),
      );
    await raise("one", "c", 30);
    await raise("two", "b", 20, "writer");
    await raise("three", "a", 20);
    await raise("four", "d", 10);
    await store.answer("d", { id: "d", ok: true }, 40);
    const ids = async (...filter: Parameters<JournalStore["listRequests"]>) =>
      (await store.listRequests(...filter)).map(({ requestId }) => requestId);
    expect(await ids()).toEqual(["a", "b", "c"]);
    expect(await ids({ agent: "writer" })).toEqual(["b"]);
    expect(await ids({ runId: "one" })).toEqual(["c"]);
    expect(await ids({ runId: "four" })).toEqual([]);
    expect(await ids({ runId: "four", state: ["answered"] })).toEqual(["d"]);
    expect(await ids({ state: ["answered", "open"] })).toEqual(["d", "a", "b", "c"]);
    expect(await ids({ state: [] })).toEqual([]);
  });

  test("Requests of one moment stand in the order of their calls", async () => {
    const store = tab();
    const asks = (requestId: string, turn: number, call: number) =>
      openRequest("run", requestId, { turn, callId: `call_${turn}_${call}` });
    const requests = [asks("a", 2, 0), asks("b", 0, 10), asks("c", 0, 2), asks("d", 0, 1)];
    await store.create(createBatchWriter("run").next({ requests }));
    const listed = [await store.listRequests(), (await store.load("run"))?.requests ?? []];
    for (const records of listed) expect(records.map(({ requestId }) => requestId)).toEqual(["d", "c", "b", "a"]);
  });
}
