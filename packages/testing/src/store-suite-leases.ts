import type { DriverLease, JournalStore } from "@holdpoint/core";
import { expect, test, vi } from "vitest";
import { createBatchWriter, textFact } from "./store-batch.ts";
import type { Tabs } from "./store-suite-tabs.ts";

/** One driver per run, and none but the last may write. */
export function leaseRules({ tab }: Tabs): void {
  async function created(store: JournalStore): Promise<void> {
    await store.create(createBatchWriter("run").next());
  }

  async function driven(store: JournalStore, mode?: "wait" | "try" | "steal"): Promise<DriverLease> {
    const lease = await store.drive("run", mode === undefined ? {} : { mode });
    if (lease === undefined) throw new Error("somebody else drives");
    return lease;
  }

  test("each driver gets a higher epoch, which the record carries", async () => {
    const store = tab();
    await created(store);
    const first = await driven(store);
    await first.release();
    const second = await driven(tab());
    expect(second.epoch).toBeGreaterThan(first.epoch);
    expect((await store.getRun("run"))?.epoch).toBe(second.epoch);
    expect(first.lost.aborted).toBe(false);
  });

  test("there is no lease on a run that does not exist, and no lock stays behind", async () => {
    const store = tab();
    await expect(store.drive("nobody")).rejects.toMatchObject({ code: "unknown-run" });
    expect(await store.isDriven("nobody")).toBe(false);
  });

  test("a second driver waits for the first, a third for the second", async () => {
    const store = tab();
    await created(store);
    const first = await driven(store);
    const order: string[] = [];
    const waiting = [tab(), tab()].map(async (other, n) => {
      const lease = await driven(other);
      order.push(`${n} has it`);
      await Promise.resolve();
      order.push(`${n} lets go`);
      await lease.release();
    });
    await vi.waitFor(async () => expect(await store.isDriven("run")).toBe(true));
    expect(order).toEqual([]);
    await first.release();
    await Promise.all(waiting);
    expect([order[0]?.slice(1), order[1]?.slice(1), order.length]).toEqual([" has it", " lets go", 4]);
    await vi.waitFor(async () => expect(await store.isDriven("run")).toBe(false));
  });

  test("who only tries gets nothing while somebody drives, and the lease when nobody does", async () => {
    const store = tab();
    const other = tab();
    await created(store);
    const lease = await driven(store, "try");
    expect(await other.drive("run", { mode: "try" })).toBeUndefined();
    expect(await other.isDriven("run")).toBe(true);
    await lease.release();
    await lease.release();
    await vi.waitFor(async () => expect(await other.drive("run", { mode: "try" })).toBeDefined());
  });

  test("a stolen lease is lost, and its driver can write nothing any more", async () => {
    const [store, thief] = [tab(), tab()];
    await created(store);
    const old = await driven(store);
    const writer = createBatchWriter("run");
    writer.epoch = old.epoch;
    await store.append(writer.next({ facts: [textFact("mine")] }));

    const fresh = await driven(thief, "steal");

    await vi.waitFor(() => expect(old.lost.aborted).toBe(true));
    expect(old.lost.reason).toMatchObject({ code: "stale-epoch" });
    const late = writer.next({ facts: [textFact("too late")] });
    await expect(store.append(late)).rejects.toMatchObject({ code: "stale-epoch" });
    await old.release();
    expect(await store.drive("run", { mode: "try" })).toBeUndefined();
    await thief.append({ ...late, epoch: fresh.epoch });
    expect((await thief.load("run"))?.tail).toHaveLength(2);
    expect((await thief.getRun("run"))?.epoch).toBe(fresh.epoch);
    expect(fresh.lost.aborted).toBe(false);
  });

  test("a record never goes back to an older epoch, whatever the batch's record says", async () => {
    const store = tab();
    await created(store);
    const lease = await driven(store);
    const batch = createBatchWriter("run").next({ facts: [textFact("x")] });
    await store.append({ ...batch, epoch: lease.epoch });
    expect((await store.getRun("run"))?.epoch).toBe(lease.epoch);
  });

  test("waiting ends with the signal's reason, and leaves no wait behind", async () => {
    const [store, other] = [tab(), tab()];
    await created(store);
    const lease = await driven(store);
    const reasons = await Promise.all(
      Array.from({ length: 50 }, async (_, n) => {
        const stop = new AbortController();
        const waiting = other.drive("run", { signal: stop.signal });
        if (n % 2 === 0) await Promise.resolve();
        stop.abort(`unmounted ${n}`);
        return waiting.then(
          () => "driven",
          (reason: unknown) => reason,
        );
      }),
    );
    expect(reasons).toEqual(Array.from({ length: 50 }, (_, n) => `unmounted ${n}`));
    const aborted = AbortSignal.abort("before it began");
    await expect(other.drive("run", { signal: aborted })).rejects.toBe("before it began");
    await lease.release();
    await vi.waitFor(async () => expect(await store.isDriven("run")).toBe(false));
    expect((await store.getRun("run"))?.epoch).toBe(lease.epoch);
  });

  test("a signal that aborts later does not touch a lease that was given", async () => {
    const store = tab();
    await created(store);
    const stop = new AbortController();
    const lease = await store.drive("run", { signal: stop.signal });
    stop.abort("later");
    expect(lease?.lost.aborted).toBe(false);
    expect(await store.isDriven("run")).toBe(true);
  });

  test("a store that closes loses its leases and hands them on", async () => {
    const [store, other] = [tab(), tab()];
    await created(store);
    const lease = await driven(store);
    const waiting = driven(other);
    await store.close();
    expect(lease.lost.aborted).toBe(true);
    expect(lease.lost.reason).toMatchObject({ code: "store-closed" });
    expect((await waiting).epoch).toBeGreaterThan(lease.epoch);
  });

  test("a store that closes ends its waits", async () => {
    const [store, other] = [tab(), tab()];
    await created(store);
    await driven(store);
    const waiting = other.drive("run");
    const refused = expect(waiting).rejects.toMatchObject({ code: "store-closed" });
    await other.close();
    await refused;
    expect(await store.isDriven("run")).toBe(true);
  });

  test("runs are driven apart from each other", async () => {
    const store = tab();
    await created(store);
    await store.create(createBatchWriter("other").next());
    await driven(store);
    expect(await tab().drive("other", { mode: "try" })).toBeDefined();
  });
}
