import { createMemoryStore, createRuns, type Runs, type StoreChange, type StoreCondition } from "@holdpoint/core";
import { createBatchWriter, openRequest } from "@holdpoint/testing/suites";
import { cleanup, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { HoldpointProvider } from "../../hooks/provider.tsx";
import { expectAccessible } from "../check-accessible.fixture.ts";
import { Inbox } from "../inbox.tsx";
import { StorageMeter } from "./storage-meter.tsx";
import { StorageNotice } from "./storage-notice.tsx";
import "../theme.css";

afterEach(cleanup);

/** A page whose store stands in a place of this condition. */
async function openPlace(first: StoreCondition, titles: readonly string[] = []) {
  let condition = first;
  const store = createMemoryStore();
  const listeners = new Set<(change: StoreChange) => void>();
  const persist = vi.fn(async () => {
    change({ ...condition, persistence: "refused" });
    return false;
  });
  const change = (next: StoreCondition): void => {
    condition = next;
    for (const listener of listeners) listener({ kind: "condition" });
  };
  const place = Object.assign(Object.create(store) as typeof store, {
    durable: true,
    condition: async () => condition,
    persist,
    subscribe(listener: (change: StoreChange) => void) {
      listeners.add(listener);
      const stop = store.subscribe(listener);
      return () => {
        listeners.delete(listener);
        stop();
      };
    },
  });
  for (const [index, title] of titles.entries()) {
    const batch = createBatchWriter(`run-${index}`, { title, status: "done", bytes: 2_000, updatedAt: index }).next();
    await store.create(batch);
  }
  return { runs: createRuns({ store: place, agents: [] }), store, change, persist };
}

function show(runs: Runs, children: ReactNode): HTMLElement {
  return render(<HoldpointProvider runs={runs}>{children}</HoldpointProvider>).container;
}

describe("StorageNotice", () => {
  it("is silent while all is well", async () => {
    const { runs } = await openPlace({ persistence: "granted", usage: 10, quota: 1_000 });
    const container = show(runs, <StorageNotice />);
    await expectAccessible(container);
    expect(container.textContent).toBe("");
  });

  it.each([
    ["store-full", "no room left"],
    ["store-blocked", "Close that tab"],
    ["store-newer", "Reload this page"],
    ["store-emptied", "has been deleted"],
    ["store-unavailable", "private window"],
    ["internal", "cannot be read"],
  ])("says %s in plain words, with what to do, and the error's own words below", async (code, words) => {
    const { runs, change } = await openPlace({ persistence: "granted" });
    const container = show(runs, <StorageNotice />);
    change({ persistence: "granted", fault: { name: "StoreError", code, message: "As the browser has it." } });
    await vi.waitFor(() => expect(screen.getByRole("status").textContent).toContain(words));
    await userEvent.click(page.getByText("Details"));
    expect(screen.getByText(`As the browser has it. (${code})`)).toBeTruthy();
    await expectAccessible(container);
    change({ persistence: "granted" });
    await vi.waitFor(() => expect(container.textContent).toBe(""));
  });

  it("offers to save what is open here, from memory, when the place is broken", async () => {
    const { runs, change } = await openPlace({ persistence: "granted" }, ["Kept in sight"]);
    const container = show(runs, <StorageNotice />);
    const run = runs.open("run-0");
    const stop = run.subscribe(() => undefined);
    await vi.waitFor(() => expect(run.getView().status).toBe("done"));
    const saved: Blob[] = [];
    const makeUrl = vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
      saved.push(blob as Blob);
      return "#";
    });
    change({ persistence: "granted", fault: { name: "StoreError", code: "store-emptied", message: "It is gone." } });
    await userEvent.click(page.getByRole("button", { name: "Save what is open here" }));
    await vi.waitFor(() => expect(container.textContent).toContain("Saved."));
    const file = JSON.parse((await saved[0]?.text()) ?? "{}");
    expect(file.runs.map(({ record }: { record: { title: string } }) => record.title)).toEqual(["Kept in sight"]);
    await expectAccessible(container);
    makeUrl.mockRestore();
    stop();
  });

  it("warns before the room is used up", async () => {
    const { runs } = await openPlace({ persistence: "granted", usage: 95, quota: 100 });
    const container = show(runs, <StorageNotice />);
    await vi.waitFor(() => expect(container.textContent).toContain("little room left"));
    await expectAccessible(container);
  });

  it("says where nothing is kept", async () => {
    const runs = createRuns({ store: createMemoryStore(), agents: [] });
    const container = show(runs, <StorageNotice />);
    await vi.waitFor(() => expect(container.textContent).toContain("lost when this page is closed"));
  });
});

describe("StorageMeter", () => {
  it("shows what is kept, of how much, and each run by its size", async () => {
    const { runs } = await openPlace({ persistence: "granted", usage: 5_000, quota: 20_000 }, ["Small", "Other"]);
    const container = show(runs, <StorageMeter />);
    await vi.waitFor(() => expect(container.textContent).toContain("2 conversations, about 4 kB"));
    expect(container.textContent).toContain("5 kB of the 20 kB");
    expect(screen.getByRole("meter", { name: "Room used" })).toBeTruthy();
    expect(container.textContent).toContain("The browser keeps this");
    await userEvent.click(page.getByText("By conversation"));
    expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual(["Other 2 kB", "Small 2 kB"]);
    await expectAccessible(container);
  });

  it("asks the browser to keep it when told to, shows its answer, and does not ask again", async () => {
    const { runs, persist } = await openPlace({ persistence: "unasked" });
    const container = show(runs, <StorageMeter />);
    await userEvent.click(page.getByRole("button", { name: "Ask to keep it" }));
    await vi.waitFor(() => expect(container.textContent).toContain("refused for now"));
    expect(screen.queryByRole("button", { name: "Ask to keep it" })).toBeNull();
    expect(persist).toHaveBeenCalledTimes(1);
    await expectAccessible(container);
  });

  it("removes old runs once a person has seen how many, and not before", async () => {
    const { runs, store } = await openPlace({ persistence: "granted" }, ["One", "Two", "Three"]);
    const container = show(runs, <StorageMeter prune={{ keepAtMost: 1 }} />);
    await userEvent.click(page.getByRole("button", { name: /Remove old/ }));
    await vi.waitFor(() => expect(container.textContent).toContain("2 conversations go for good"));
    await expectAccessible(container);
    await userEvent.click(page.getByRole("button", { name: "Keep" }));
    expect(await store.listRuns()).toHaveLength(3);
    await userEvent.click(page.getByRole("button", { name: /Remove old/ }));
    await userEvent.click(page.getByRole("button", { name: "Remove for good" }));
    await vi.waitFor(() => expect(container.textContent).toContain("2 conversations were removed."));
    expect((await store.listRuns()).map(({ title }) => title)).toEqual(["Three"]);
  });
});

describe("Inbox", () => {
  it("shows a question that cannot be read as such, beside the others, with nothing to press", async () => {
    const store = createMemoryStore();
    const requests = [openRequest("run", "newer", { v: 2 }), openRequest("run", "ours", { raisedAt: 2_000 })];
    await store.create(createBatchWriter("run").next({ requests }));
    const container = show(createRuns({ store, agents: [] }), <Inbox />);
    await vi.waitFor(() => expect(container.textContent).toContain("by a newer version of this page"));
    expect(screen.getAllByRole("heading", { name: "Approve refund?" })).toHaveLength(1);
    await expectAccessible(container);
  });
});
