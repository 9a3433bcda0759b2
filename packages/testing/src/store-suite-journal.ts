import type { JournalStore, RunEvent, StoreChange } from "@holdpoint/core";
import { expect, test, vi } from "vitest";
import { createBatchWriter, openRequest, textFact, textTurn } from "./store-batch.ts";
import type { Tabs } from "./store-suite-tabs.ts";

/** What was appended is what is loaded, whole or not at all. */
export function journalRules({ tab }: Tabs): void {
  test("a run is loaded by another tab as it was written", async () => {
    const store = tab();
    const writer = createBatchWriter("run");
    const first = writer.next({ facts: [{ type: "run.started", agent: "clerk", model: "scripted" }] });
    await store.create(first);
    const second = writer.next({ facts: [textFact("a"), textFact("b")], requests: [openRequest("run", "ask")] });
    await store.append(second);

    const loaded = await tab().load("run");

    expect(loaded).toEqual({
      record: writer.record,
      turns: [],
      tail: [...first.events, ...second.events],
      requests: [openRequest("run", "ask")],
      commands: [],
    });
  });

  test("an unknown run is undefined, has no turns, and cannot be appended to", async () => {
    const store = tab();
    expect(await store.load("nobody")).toBeUndefined();
    expect(await store.getRun("nobody")).toBeUndefined();
    expect(await store.getRequest("nobody")).toBeUndefined();
    expect(await store.getBlob("nobody")).toBeUndefined();
    expect(await store.loadTurns("nobody", 10, 5)).toEqual([]);
    await expect(store.append(createBatchWriter("nobody").next())).rejects.toMatchObject({ code: "unknown-run" });
    expect(await store.listRuns()).toEqual([]);
  });

  test("a run is created once", async () => {
    const store = tab();
    await store.create(createBatchWriter("run").next());
    const again = createBatchWriter("run", { title: "other" }).next({ facts: [textFact("x")] });
    await expect(store.create(again)).rejects.toMatchObject({ code: "invalid-record" });
    const loaded = await store.load("run");
    expect(loaded?.record.title).toBe("A run");
    expect(loaded?.tail).toEqual([]);
  });

  test("a thousand appends of uneven size are gapless and in order", async () => {
    const store = tab();
    const writer = createBatchWriter("run");
    await store.create(writer.next());
    const writes: Promise<void>[] = [];
    let count = 0;
    while (count < 1_000) {
      const size = 1 + (count % 7);
      writes.push(
        store.append(writer.next({ facts: Array.from({ length: size }, (_, n) => textFact(`${count + n}`)) })),
      );
      count += size;
    }
    await Promise.all(writes);
    const tail = (await store.load("run"))?.tail ?? [];
    expect(tail.map(({ seq }) => seq)).toEqual(Array.from({ length: count }, (_, n) => n));
    expect(tail.map((event) => "text" in event && event.text)).toEqual(Array.from({ length: count }, (_, n) => `${n}`));
  });

  test("a batch that leaves a gap, or begins before what is written, is refused whole", async () => {
    const store = tab();
    const writer = createBatchWriter("run");
    await store.create(writer.next({ facts: [textFact("a"), textFact("b")] }));
    const lost = writer.next({ facts: [textFact("lost")] });
    const after = writer.next({ facts: [textFact("c"), textFact("d")] });
    await expect(store.append(after)).rejects.toMatchObject({ code: "invalid-record" });
    await store.append(lost);
    const stale = createBatchWriter("run", { nextSeq: 1 }).next({ facts: [textFact("B")] });
    await expect(store.append(stale)).rejects.toMatchObject({ code: "invalid-record" });
    const holed = { ...after, events: after.events.map((event, n): RunEvent => ({ ...event, seq: event.seq + n })) };
    await expect(store.append(holed)).rejects.toMatchObject({ code: "invalid-record" });
    expect((await store.load("run"))?.tail).toHaveLength(3);
  });

  test("records of another run than the batch are refused", async () => {
    const store = tab();
    const writer = createBatchWriter("run");
    await store.create(writer.next());
    const batch = writer.next({ facts: [textFact("a")] });
    const turns = [textTurn("other", 0)];
    const requests = [openRequest("other", "ask")];
    for (const foreign of [{ turns }, { requests }, { record: { ...batch.record, runId: "other" } }]) {
      await expect(store.append({ ...batch, ...foreign })).rejects.toMatchObject({ code: "invalid-record" });
    }
    expect((await store.load("run"))?.tail).toEqual([]);
    expect(await store.getRequest("ask")).toBeUndefined();
  });

  test("the same batch again changes nothing and is no error", async () => {
    const store = tab();
    const writer = createBatchWriter("run");
    await store.create(writer.next({ facts: [textFact("a")] }));
    const batch = writer.next({
      facts: [textFact("b"), { type: "turn.finished", turn: 0, role: "ASSISTANT" }],
      turns: [textTurn("run", 0)],
      requests: [openRequest("run", "ask")],
    });
    await store.append(batch);
    const once = await store.load("run");
    await store.append(batch);
    expect(await store.load("run")).toEqual(once);
  });

  test("settling moves the turn out of the tail in one step", async () => {
    const store = tab();
    const writer = createBatchWriter("run");
    await store.create(writer.next({ facts: [textFact("a"), textFact("b")] }));
    await store.append(
      writer.next({ facts: [{ type: "turn.finished", turn: 0, role: "ASSISTANT" }], turns: [textTurn("run", 0)] }),
    );
    const settled = await store.load("run");
    expect(settled?.tail).toEqual([]);
    expect(settled?.turns).toEqual([textTurn("run", 0)]);
    await store.append(writer.next({ facts: [textFact("c", 1)] }));
    expect((await store.load("run"))?.tail.map(({ seq }) => seq)).toEqual([3]);
  });

  test("opening gives the last page of turns; older ones are paged in, nearest first, oldest at the front", async () => {
    const store = tab();
    const writer = createBatchWriter("run");
    const turns = Array.from({ length: 130 }, (_, index) => textTurn("run", index));
    await store.create(writer.next({ turns, record: { turnCount: 130 } }));
    expect((await store.load("run"))?.turns).toEqual(turns.slice(80));
    expect((await store.load("run", { turnLimit: 3 }))?.turns).toEqual(turns.slice(127));
    expect((await store.load("run", { turnLimit: 0 }))?.turns).toEqual([]);
    expect(await store.loadTurns("run", 80, 50)).toEqual(turns.slice(30, 80));
    expect(await store.loadTurns("run", 30, 50)).toEqual(turns.slice(0, 30));
    expect(await store.loadTurns("run", 0, 50)).toEqual([]);
    expect(await store.loadTurns("run", 500, 2)).toEqual([]);
  });

  test("a batch that fails half-way leaves nothing behind", async () => {
    const store = tab();
    const writer = createBatchWriter("run");
    await store.create(writer.next({ requests: [openRequest("run", "ask")] }));
    const before = await store.load("run");
    const bad = writer.next({
      facts: [textFact("a"), { type: "turn.finished", turn: 0, role: "TOOL" }],
      turns: [textTurn("run", 0)],
      requests: [
        openRequest("run", "new"),
        openRequest("run", "ask", { state: "settled", answer: { id: "ask", ok: true } }),
      ],
      blobs: [{ hash: "aa", blob: new Blob(["bytes"]) }],
    });
    await expect(store.append(bad)).rejects.toMatchObject({ code: "request-changed" });
    expect(await store.load("run")).toEqual(before);
    expect(await store.getRequest("new")).toBeUndefined();
    expect(await store.getBlob("aa")).toBeUndefined();
  });

  test("commands wait in order of arrival until a batch consumes them; the same id waits once", async () => {
    const store = tab();
    const writer = createBatchWriter("run");
    await store.create(writer.next());
    const other = tab();
    await other.enqueue("run", { id: "z", type: "message", parts: [{ kind: "TEXT", text: "first" }], at: 5 });
    await store.enqueue("run", { id: "a", type: "cancel", reason: "second", at: 1 });
    await store.enqueue("run", { id: "z", type: "cancel", at: 9 });
    await store.enqueue("run", { id: "m", type: "retry", at: 2 });
    expect((await store.load("run"))?.commands.map(({ id }) => id)).toEqual(["z", "a", "m"]);
    expect((await store.load("run"))?.commands[0]).toMatchObject({ type: "message" });
    await store.append(writer.next({ facts: [textFact("x")], consumed: ["a", "unknown"] }));
    expect((await other.load("run"))?.commands.map(({ id }) => id)).toEqual(["z", "m"]);
    await expect(store.enqueue("nobody", { id: "a", type: "retry", at: 1 })).rejects.toMatchObject({
      code: "unknown-run",
    });
  });

  test("runs are listed newest first, by agent, status and number", async () => {
    const store = tab();
    for (const [runId, createdAt, agent, status] of [
      ["b", 3, "clerk", "done"],
      ["a", 1, "clerk", "running"],
      ["d", 3, "writer", "done"],
      ["c", 2, "writer", "paused"],
    ] as const) {
      await store.create(createBatchWriter(runId, { createdAt, agent, status }).next());
    }
    const ids = async (...filter: Parameters<JournalStore["listRuns"]>) =>
      (await store.listRuns(...filter)).map(({ runId }) => runId);
    expect(await ids()).toEqual(["d", "b", "c", "a"]);
    expect(await ids({ limit: 3 })).toEqual(["d", "b", "c"]);
    expect(await ids({ agent: "clerk" })).toEqual(["b", "a"]);
    expect(await ids({ status: ["running", "paused"] })).toEqual(["c", "a"]);
    expect(await ids({ status: ["running", "paused"], limit: 1 })).toEqual(["c"]);
    expect(await ids({ status: [] })).toEqual([]);
    expect(await ids({ limit: 0 })).toEqual([]);
  });

  test("runs that something waits for are listed as such, until it is taken", async () => {
    const store = tab();
    const writers = ["one", "two", "three"].map((runId, createdAt) => createBatchWriter(runId, { createdAt }));
    for (const writer of writers) await store.create(writer.next());
    const waiting = async () => (await store.listRuns({ waiting: true })).map(({ runId }) => runId);
    expect(await waiting()).toEqual([]);
    await store.enqueue("one", { id: "a", type: "retry", at: 1 });
    await store.enqueue("three", { id: "b", type: "retry", at: 1 });
    await store.enqueue("three", { id: "c", type: "cancel", at: 2 });
    expect(await waiting()).toEqual(["three", "one"]);
    expect((await store.listRuns({ waiting: true, limit: 1 })).map(({ runId }) => runId)).toEqual(["three"]);
    await store.append(writers[2]?.next({ consumed: ["b", "c"] }) ?? expect.unreachable());
    expect(await waiting()).toEqual(["one"]);
    await store.removeRun("one");
    expect(await waiting()).toEqual([]);
  });

  test("a removed run takes all that is its own, and blobs only when nobody else has them", async () => {
    const store = tab();
    const shared = { hash: "shared", blob: new Blob(["s"], { type: "image/png" }) };
    const own = { hash: "own", blob: new Blob(["o"]) };
    for (const runId of ["one", "two"]) {
      const writer = createBatchWriter(runId);
      const blobs = runId === "one" ? [shared, own] : [shared];
      await store.create(writer.next({ blobs, requests: [openRequest(runId, `ask-${runId}`)] }));
      await store.append(writer.next({ facts: [textFact("a")], turns: [textTurn(runId, 0)] }));
      await store.append(writer.next({ facts: [textFact("b")] }));
      await store.enqueue(runId, { id: "c", type: "retry", at: 1 });
    }
    const kept = await store.load("two");
    await store.removeRun("one");
    expect(await store.load("one")).toBeUndefined();
    expect(await store.loadTurns("one", 9, 9)).toEqual([]);
    expect(await store.getRequest("ask-one")).toBeUndefined();
    expect(await store.getBlob("own")).toBeUndefined();
    expect(await (await store.getBlob("shared"))?.text()).toBe("s");
    expect(await store.load("two")).toEqual(kept);
    await store.removeRun("two");
    expect(await store.getBlob("shared")).toBeUndefined();
    expect(await store.listRuns()).toEqual([]);
    expect(await store.listRequests()).toEqual([]);
    await store.removeRun("two");
    // A new run of the same name finds nothing of the old one.
    await store.create(createBatchWriter("one").next());
    expect(await store.load("one")).toMatchObject({ turns: [], tail: [], requests: [], commands: [] });
  });

  test("a blob comes back with its bytes and type, however many batches bring it", async () => {
    const store = tab();
    const writer = createBatchWriter("run");
    const bytes = new Uint8Array([0, 255, 128, 1]);
    const entry = { hash: "h", blob: new Blob([bytes], { type: "image/png" }) };
    await store.create(writer.next({ blobs: [entry, entry] }));
    await store.append(writer.next({ facts: [textFact("a")], blobs: [entry] }));
    const blob = await tab().getBlob("h");
    expect(blob).toBeInstanceOf(Blob);
    expect(blob?.type).toBe("image/png");
    expect(new Uint8Array((await blob?.arrayBuffer()) ?? new ArrayBuffer(0))).toEqual(bytes);
  });

  test("every tab hears what changed, once it can be read, until it stops listening", async () => {
    const [store, other] = [tab(), tab()];
    const heard: { here: StoreChange[]; there: StoreChange[] } = { here: [], there: [] };
    const stopHere = store.subscribe((change) => heard.here.push(change));
    const stopThere = other.subscribe((change) => heard.there.push(change));
    const writer = createBatchWriter("run");
    const both = async (expected: readonly StoreChange[]) => {
      for (const list of [heard.here, heard.there]) {
        await vi.waitFor(() => expect(list.splice(0)).toEqual(expect.arrayContaining([...expected])));
      }
    };

    await store.create(writer.next({ facts: [textFact("a")] }));
    await both([{ runId: "run", kind: "run" }]);
    await store.append(writer.next({ facts: [textFact("b")], requests: [openRequest("run", "ask")] }));
    await both([
      { runId: "run", kind: "events" },
      { runId: "run", kind: "requests" },
    ]);
    await other.answer("ask", { id: "ask", ok: true }, 5);
    await both([{ runId: "run", kind: "requests" }]);
    await other.enqueue("run", { id: "c", type: "retry", at: 1 });
    await both([{ runId: "run", kind: "commands" }]);
    await store.append(writer.next({ facts: [textFact("c")], record: { status: "done" } }));
    await both([{ runId: "run", kind: "run" }]);
    stopHere();
    await other.removeRun("run");
    await vi.waitFor(() => expect(heard.there).toContainEqual({ runId: "run", kind: "removed" }));
    expect(heard.here).not.toContainEqual({ runId: "run", kind: "removed" });
    stopThere();
    stopThere();
  });

  test("text that grows does not tell lists of runs to look again", async () => {
    const store = tab();
    const writer = createBatchWriter("run");
    await store.create(writer.next());
    const heard: StoreChange[] = [];
    store.subscribe((change) => heard.push(change));
    await store.append(writer.next({ facts: [textFact("a")] }));
    await store.append(writer.next({ facts: [textFact("b")], record: { status: "paused" } }));
    await vi.waitFor(() => expect(heard).toContainEqual({ runId: "run", kind: "run" }));
    expect(heard.filter(({ runId }) => runId === "run").map(({ kind }) => kind)).toEqual(["events", "events", "run"]);
  });

  test("a closed store says so, and closing twice is nothing", async () => {
    const store = tab();
    await store.create(createBatchWriter("run").next());
    await store.close();
    await store.close();
    await expect(store.load("run")).rejects.toMatchObject({ code: "store-closed" });
    await expect(store.drive("run")).rejects.toMatchObject({ code: "store-closed" });
    expect(await tab().getRun("run")).toBeDefined();
  });

  test("records of a newer version are refused and stay as they are", async () => {
    const store = tab();
    const newer = openRequest("run", "ask", { v: 2 });
    await store.create(createBatchWriter("run", { v: 2 }).next({ requests: [newer] }));
    const code = { code: "store-newer" };
    await expect(store.load("run")).rejects.toMatchObject(code);
    await expect(store.getRun("run")).rejects.toMatchObject(code);
    await expect(store.getRequest("ask")).rejects.toMatchObject(code);
    await expect(store.append(createBatchWriter("run").next({ facts: [textFact("x")] }))).rejects.toMatchObject(code);
    await expect(store.answer("ask", { id: "ask", ok: true }, 5)).rejects.toMatchObject(code);
    await expect(store.retractAnswer("ask")).rejects.toMatchObject(code);
    await expect(store.enqueue("run", { id: "c", type: "retry", at: 1 })).rejects.toMatchObject(code);
    await expect(store.drive("run")).rejects.toMatchObject(code);
    await expect(store.removeRun("run")).rejects.toMatchObject(code);
    expect(await store.isDriven("run")).toBe(false);
  });
}
