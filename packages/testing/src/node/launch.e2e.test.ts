import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { launchChromium } from "./launch.ts";
import { openTab } from "./tabs.ts";

test("a browser that was killed comes up again on the same profile, with its storage", async () => {
  const profile = mkdtempSync(join(tmpdir(), "holdpoint-launch-"));
  const server = createServer((_, outgoing) => outgoing.setHeader("content-type", "text/html").end("<p>page</p>"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  try {
    const first = await launchChromium({ profile });
    const { page } = await openTab(first.context, url);
    await page.evaluate(
      () =>
        new Promise<void>((resolve, reject) => {
          const opening = indexedDB.open("kept", 1);
          opening.onupgradeneeded = () => opening.result.createObjectStore("things");
          opening.onerror = () => reject(opening.error);
          opening.onsuccess = () => {
            const transaction = opening.result.transaction("things", "readwrite", { durability: "strict" });
            transaction.objectStore("things").put("here", "key");
            transaction.oncomplete = () => resolve();
          };
        }),
    );
    await first.kill();
    expect(() => process.kill(first.pid, 0)).toThrow();

    const second = await launchChromium({ profile });
    const again = await openTab(second.context, url);
    const kept = await again.page.evaluate(
      () =>
        new Promise((resolve, reject) => {
          const opening = indexedDB.open("kept", 1);
          opening.onerror = () => reject(opening.error);
          opening.onsuccess = () => {
            const reading = opening.result.transaction("things").objectStore("things").get("key");
            reading.onsuccess = () => resolve(reading.result);
          };
        }),
    );
    expect(kept).toBe("here");
    await second.close();
  } finally {
    server.closeAllConnections();
    server.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
});
