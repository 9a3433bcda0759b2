import type { JournalStore, RunEvent } from "@holdpoint/core";
import { expect, test } from "vitest";
import { type BatchWriter, createBatchWriter, openRequest, textFact } from "./store-batch.ts";
import type { Tabs } from "./store-suite-tabs.ts";

/** Plain data comes back as it was; anything else is refused by name before a thing is written. */
export function valueRules({ tab }: Tabs): void {
  async function started(): Promise<{ store: JournalStore; writer: BatchWriter }> {
    const store = tab();
    const writer = createBatchWriter("run");
    await store.create(writer.next());
    return { store, writer };
  }

  /** A tool's result that carries a value. */
  function carrying(writer: BatchWriter, value: unknown): ReturnType<BatchWriter["next"]> {
    return writer.next({
      facts: [
        {
          type: "call.finished",
          turn: 0,
          callId: "c",
          args: {},
          source: "native",
          result: { kind: "TOOL_RESULT", callId: "c", toolName: "t", output: "", metadata: { value } },
        },
      ],
    });
  }

  async function kept(store: JournalStore): Promise<unknown> {
    const event: RunEvent | undefined = (await store.load("run"))?.tail[0];
    return event?.type === "call.finished" ? event.result.metadata?.value : undefined;
  }

  test.each([
    ["minus zero", -0],
    ["not a number", Number.NaN],
    ["more than a number can hold", JSON.parse("1e400")],
    ["an unsafe integer", JSON.parse("9007199254740993")],
    ["nothing", null],
    ["lone surrogates", "\ud800 \udc00"],
    ["a null character", "a\0b"],
    ["empty things", [{}, [], ""]],
    ["keys of objects", JSON.parse('{"constructor":{"prototype":{"admin":true}},"toString":1,"hasOwnProperty":null}')],
    ["a thenable", JSON.parse('{"then":"data"}')],
    ["an object without prototype", Object.assign(Object.create(null), { a: 1 })],
  ])("%s comes back as it was", async (_, value) => {
    const { store, writer } = await started();
    await store.append(carrying(writer, value));
    expect(await kept(store)).toEqual(structuredClone(value));
    expect(Object.is(await kept(store), value) || typeof value === "object").toBe(true);
  });

  test("undefined stays a key with no value", async () => {
    const { store, writer } = await started();
    await store.append(carrying(writer, { here: undefined }));
    expect(Object.keys((await kept(store)) as object)).toEqual(["here"]);
  });

  test("an own __proto__ stays an own key and changes no prototype", async () => {
    const { store, writer } = await started();
    await store.append(carrying(writer, JSON.parse('{"__proto__":{"admin":true},"a":1}')));
    const back = (await kept(store)) as Record<string, unknown>;
    expect(Object.keys(back).sort()).toEqual(["__proto__", "a"]);
    expect(Object.getPrototypeOf(back)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>).admin).toBeUndefined();
    expect(back.admin).toBeUndefined();
  });

  test("what is stored is shared with nobody", async () => {
    const { store, writer } = await started();
    const value = { list: [1] };
    await store.append(carrying(writer, value));
    value.list.push(2);
    const back = (await kept(store)) as { list: number[] };
    back.list.push(3);
    expect(await kept(store)).toEqual({ list: [1] });
  });

  class Account {
    amount = 1;
  }
  const circle: Record<string, unknown> = {};
  circle.again = { circle };
  const deep = (levels: number): unknown => {
    let value: unknown = 1;
    for (let level = 0; level < levels; level += 1) value = level % 2 ? [value] : { value };
    return value;
  };
  const throwing = Object.defineProperty({}, "secret", {
    enumerable: true,
    get() {
      throw new Error("no");
    },
  });

  test.each([
    ["a function", () => 1, ""],
    ["a function deep inside", { a: [0, { b: () => 1 }] }, ".a[1].b"],
    ["a symbol", { s: Symbol("s") }, ".s"],
    ["a BigInt", 10n, ""],
    ["a Date", { at: new Date(0) }, ".at"],
    ["a Map", new Map(), ""],
    ["a promise", { p: Promise.resolve(1) }, ".p"],
    ["a proxy", { inner: { p: new Proxy({}, {}) } }, ".inner.p"],
    ["an instance of a class", new Account(), ""],
    ["an object with a plain object as prototype", Object.create({ inherited: 1 }), ""],
    ["bytes", new Uint8Array(2), ""],
    ["a circle", circle, ".again.circle"],
    ["a getter that throws", throwing, ".secret"],
    ["a revoked proxy", { p: revoked() }, ".p"],
  ])("%s is refused with its path, and nothing is written", async (_, value, path) => {
    const { store, writer } = await started();
    const before = await store.load("run");
    const refused = store.append(carrying(writer, value));
    await expect(refused).rejects.toMatchObject({
      code: "invalid-record",
      path: `events[0].result.metadata.value${path}`,
    });
    expect(await store.load("run")).toEqual(before);
  });

  test("nesting is stored up to a limit, and refused beyond it by a typed error", async () => {
    const { store, writer } = await started();
    for (const levels of [600, 5_000, 50_000]) {
      const bad = createBatchWriter("run", writer.record);
      await expect(store.append(carrying(bad, deep(levels)))).rejects.toMatchObject({ code: "invalid-record" });
      const answer = { id: "ask", ok: true, data: deep(levels) };
      await expect(store.answer("ask", answer, 5)).rejects.toMatchObject({ code: "invalid-record" });
    }
    await store.append(carrying(writer, deep(400)));
    expect(JSON.stringify(await kept(store))).toBe(JSON.stringify(deep(400)));
  });

  test("shared parts are walked once: a few objects that unfold to millions are no trap", async () => {
    const { store, writer } = await started();
    let value: unknown = { leaf: 1 };
    for (let level = 0; level < 100; level += 1) value = [value, value];
    await store.append(carrying(writer, value));
    let back = await kept(store);
    while (Array.isArray(back)) back = back[0];
    expect(back).toEqual({ leaf: 1 });
  });

  test("Answers, Requests, commands and turns are checked too", async () => {
    const { store, writer } = await started();
    await store.append(writer.next({ facts: [textFact("x")], requests: [openRequest("run", "ask")] }));
    const bad = { call: () => 1 };
    const code = { code: "invalid-record" };
    await expect(store.answer("ask", { id: "ask", ok: true, data: bad }, 5)).rejects.toMatchObject({
      ...code,
      path: "answer.data.call",
    });
    expect((await store.getRequest("ask"))?.state).toBe("open");
    const request = { ...openRequest("run", "new").request, data: bad };
    const raising = createBatchWriter("run", writer.record).next({
      requests: [openRequest("run", "new", { request })],
    });
    await expect(store.append(raising)).rejects.toMatchObject({ ...code, path: "requests[0].request.data.call" });
    const parts = [{ kind: "TEXT", text: bad as never }] as const;
    await expect(store.enqueue("run", { id: "c", type: "message", parts, at: 1 })).rejects.toMatchObject(code);
    expect((await store.load("run"))?.commands).toEqual([]);
  });

  test.each(["__proto__", "constructor", "", "a/b ☂ \ud83d\ude00"])("a run may be called %j", async (runId) => {
    const store = tab();
    const writer = createBatchWriter(runId);
    await store.create(writer.next({ requests: [openRequest(runId, runId)] }));
    const lease = await store.drive(runId);
    await store.append({ ...writer.next({ facts: [textFact("x")] }), epoch: lease?.epoch ?? 0 });
    expect((await store.load(runId))?.tail).toHaveLength(1);
    expect(await store.answer(runId, { id: runId, ok: true }, 5)).toMatchObject({ accepted: true });
    await lease?.release();
    await store.removeRun(runId);
    expect(await store.listRequests({ state: ["answered"] })).toEqual([]);
  });

  function revoked(): unknown {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    return proxy;
  }
}
