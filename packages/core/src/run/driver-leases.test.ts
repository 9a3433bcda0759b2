import { expect, test } from "vitest";
import { createLeases } from "./driver-leases.ts";
import { createLocalLocks } from "./local-locks.ts";

test("a lock that is stolen while the epoch is being raised gives no lease", async () => {
  const locks = createLocalLocks();
  let epoch = 0;
  let goOn: () => void = () => undefined;
  const slow = createLeases(
    locks,
    (runId) => runId,
    async (_runId, lost) => {
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
      if (!lost.aborted) epoch += 1;
      return epoch;
    },
  );
  const quick = createLeases(
    locks,
    (runId) => runId,
    async () => {
      epoch += 1;
      return epoch;
    },
  );
  const waiting = slow.drive("run");
  await Promise.resolve();
  const thief = await quick.drive("run", { mode: "steal" });
  goOn();
  await expect(waiting).rejects.toMatchObject({ code: "stale-epoch" });
  expect([thief?.epoch, epoch, thief?.lost.aborted]).toEqual([1, 1, false]);
  expect(await locks.isHeld("run")).toBe(true);
  await thief?.release();
  expect(await locks.isHeld("run")).toBe(false);
});

test("a signal that aborts while the epoch is being raised gives the lock back", async () => {
  const locks = createLocalLocks();
  const stop = new AbortController();
  const leases = createLeases(
    locks,
    (runId) => runId,
    async () => {
      stop.abort("enough");
      return 1;
    },
  );
  await expect(leases.drive("run", { signal: stop.signal })).rejects.toBe("enough");
  expect(await locks.isHeld("run")).toBe(false);
});

test("an epoch that cannot be raised gives the lock to the next", async () => {
  const locks = createLocalLocks();
  let tries = 0;
  const leases = createLeases(
    locks,
    (runId) => runId,
    async () => {
      tries += 1;
      if (tries === 1) throw new Error("full");
      return tries;
    },
  );
  const [first, second] = await Promise.allSettled([leases.drive("run"), leases.drive("run")]);
  expect(first).toMatchObject({ status: "rejected", reason: { message: "full" } });
  expect(second).toMatchObject({ status: "fulfilled", value: { epoch: 2 } });
});

test("losing all ends leases and waits, and leaves later ones alone", async () => {
  const locks = createLocalLocks();
  const leases = createLeases(
    locks,
    (runId) => runId,
    async () => 1,
  );
  const held = await leases.drive("run");
  const waiting = leases.drive("run");
  leases.loseAll("gone");
  await expect(waiting).rejects.toBe("gone");
  expect(held?.lost.reason).toBe("gone");
  expect(await locks.isHeld("run")).toBe(false);
  const later = await leases.drive("run");
  expect(later?.lost.aborted).toBe(false);
});
