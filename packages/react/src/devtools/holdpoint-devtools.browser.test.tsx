import { createMemoryStore, type Runs } from "@holdpoint/core";
import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessible } from "../components/check-accessible.fixture.ts";
import "../components/theme.css";
import { HoldpointProvider } from "../hooks/provider.tsx";
import { openShop, refundScript } from "../hooks/shop-page.fixture.ts";
import "./devtools.css";
import { HoldpointDevtools, type HoldpointDevtoolsProps } from "./holdpoint-devtools.tsx";
import { createTap } from "./tap.ts";

afterEach(cleanup);

function show(runs: Runs, props: HoldpointDevtoolsProps = {}): void {
  render(
    <main style={{ height: "700px", display: "grid" }}>
      <HoldpointProvider runs={runs}>
        <HoldpointDevtools {...props} />
      </HoldpointProvider>
    </main>,
  );
}

/** A run that waits for a person's word, seen from its first moment. */
async function pausedRun() {
  const tap = createTap();
  const shop = openShop(refundScript(), createMemoryStore(), tap);
  const run = await shop.runs.start({ agent: "shop", prompt: "refund A-17", runId: "run_1" });
  const { pending } = await run.settled();
  const requestId = pending[0]?.requestId ?? "";
  return { ...shop, tap, run, approve: () => run.answer(requestId, { ok: true }) };
}

const open = (name: string): Promise<void> => userEvent.click(page.getByRole("tab", { name, exact: true }));

describe("HoldpointDevtools", () => {
  it("lists the events of a run as they come, and shows all of one that is opened", async () => {
    const { runs, tap, run, approve } = await pausedRun();
    show(runs, { tap, runId: "run_1" });
    const list = await screen.findByRole("list", { name: "Events, newest last" });
    const types = (): (string | null)[] =>
      [...list.querySelectorAll("code.hp-devtools__type")].map((e) => e.textContent);
    await waitFor(() => expect(types().at(-1)).toBe("run.paused"));
    expect(types()[0]).toBe("run.started");
    await approve();
    await run.settled();
    await waitFor(() => expect(types().at(-1)).toBe("run.finished"));
    expect(types().indexOf("call.started")).toBeLessThan(types().indexOf("call.finished"));
    await userEvent.click(within(list).getByText("request.raised"));
    await within(list).findByText(/"kind": "approval"/);
  });

  it("draws what the model, a tool and a person took on a time line", async () => {
    const { runs, tap, run, approve } = await pausedRun();
    show(runs, { tap, runId: "run_1" });
    const line = await screen.findByRole("list", { name: "Time line" });
    await waitFor(() => expect(line.textContent).toMatch(/Model 1.*A person approvalunder way/));
    await approve();
    await run.settled();
    await waitFor(() => expect(line.textContent).toMatch(/Model 1.*A person approval.*Tool refund.*Model 3/));
    expect(line.textContent).not.toContain("under way");
  });

  it("shows requests on the wire, their bodies and answers, and never the key", async () => {
    const { runs, tap } = await pausedRun();
    show(runs, { tap, runId: "run_1" });
    await open("Wire");
    const row = await screen.findByText(/POST/);
    await userEvent.click(row);
    for (const part of ["Headers sent", "Body", "Headers received", "Answer"]) {
      await userEvent.click(screen.getByText(part, { exact: true }));
    }
    await screen.findByText(/"authorization": "•••"/);
    await screen.findByText(/"content": "refund A-17"/);
    await screen.findByText(/"finish_reason":"tool_calls"/);
    expect(document.body.textContent).not.toContain("CANARY");
  });

  it("says how requests come to be seen where nobody taps them", async () => {
    const { runs } = openShop([]);
    show(runs);
    await open("Wire");
    await screen.findByText(/Requests are not watched/);
  });

  it("shows what lies in the store, and each write of this page", async () => {
    const { runs, tap } = await pausedRun();
    show(runs, { tap, runId: "run_1" });
    await open("Journal");
    await screen.findByText("Open requests (1)");
    await screen.findByText("Turns (2)");
    const writes = await screen.findByRole("table", { name: "Writes of this page, newest first" });
    expect(within(writes).getAllByText("written").length).toBeGreaterThan(2);
    expect(within(writes).getAllByText("disk").length).toBeGreaterThan(0);
  });

  it("steps through the past without changing the run", async () => {
    const { runs, tap, run, approve, effects } = await pausedRun();
    await approve();
    await run.settled();
    const before = JSON.stringify(await runs.store.load("run_1"));
    show(runs, { tap, runId: "run_1" });
    await open("Steps");
    const slider = await screen.findByRole("slider", { name: "Step" });
    const moment = screen.getByRole("region", { name: "Conversation" });
    await within(moment).findByText("All done.");
    expect(slider.getAttribute("aria-valuetext")).toMatch(/run\.finished$/);

    slider.focus();
    await userEvent.keyboard("{Home}");
    await waitFor(() => expect(slider.getAttribute("aria-valuetext")).toMatch(/^1 of \d+: run\.started/));
    expect(within(moment).queryByText("All done.")).toBeNull();
    while (!/request\.raised$/.test(slider.getAttribute("aria-valuetext") ?? "")) {
      await userEvent.click(page.getByRole("button", { name: "Next step" }));
    }
    await within(moment).findByText("needs your answer");
    // The past is to be looked at: nothing in it can be answered.
    expect(screen.queryByRole("button", { name: "Approve" })).toBeNull();
    await userEvent.click(page.getByRole("button", { name: "To the present" }));
    await within(moment).findByText("All done.");
    expect(JSON.stringify(await runs.store.load("run_1"))).toBe(before);
    expect(effects).toEqual(["refund A-17"]);
  });

  it("steps over whole turns where nobody kept their events, and says so", async () => {
    const store = createMemoryStore();
    const { runs } = openShop(refundScript(), store);
    const run = await runs.start({ agent: "shop", prompt: "refund A-17", runId: "run_1" });
    await run.settled();
    await runs.close();
    const later = openShop([], store.fork());
    show(later.runs, { runId: "run_1" });
    await screen.findByText(/events before these are folded away/);
    await open("Steps");
    await screen.findByText(/The first 2 turns are one step each: their events are folded away/);
  });

  it("only looks: a run nobody drives is not taken up, and no model is asked", async () => {
    const store = createMemoryStore();
    const first = openShop(
      [{ when: { user: "hi" }, reply: { fault: { kind: "hang", after: 1 }, text: "One" } }],
      store,
    );
    await first.runs.start({ agent: "shop", prompt: "hi", runId: "run_1" });
    await vi.waitFor(() => expect(first.model.requests).toHaveLength(1));
    await first.runs.close();

    const second = openShop([], store.fork());
    show(second.runs, { runId: "run_1" });
    for (const name of ["Wire", "Journal", "Steps", "Storage", "Tabs", "Events"]) await open(name);
    await open("Tabs");
    await screen.findByText("nobody needs to drive: at rest");
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(second.model.requests).toHaveLength(0);
    expect(await second.runs.store.isDriven("run_1")).toBe(false);
  });

  it("tells who drives and what this browser can do", async () => {
    const { runs, tap } = await pausedRun();
    show(runs, { tap, runId: "run_1" });
    await open("Tabs");
    await screen.findByText("drives the run");
    await screen.findByText("What is written survives a reload");
  });

  it("shows the run the page shows, until a person chooses another", async () => {
    const { runs } = openShop([{ when: {}, reply: "Yes.", times: 2 }]);
    for (const runId of ["run_1", "run_2"]) await (await runs.start({ agent: "shop", prompt: runId, runId })).settled();
    show(runs, { runId: "run_1" });
    const choice = await screen.findByRole("combobox", { name: "Run" });
    await waitFor(() => expect(choice).toHaveProperty("value", "run_1"));
    await userEvent.selectOptions(choice, "run_2");
    await open("Journal");
    await userEvent.click(screen.getByText("Record"));
    await screen.findByText(/"runId": "run_2"/);
  });

  it("is worked by keyboard alone: arrows, Home and End choose a view, also from right to left", async () => {
    const { runs, tap } = await pausedRun();
    show(runs, { tap, runId: "run_1" });
    const selected = (): string | null => screen.getByRole("tab", { selected: true }).textContent;
    screen.getByRole("tab", { selected: true }).focus();
    await userEvent.keyboard("{ArrowRight}");
    expect(selected()).toBe("Wire");
    await userEvent.keyboard("{End}{ArrowRight}");
    expect(selected()).toBe("Events");
    await userEvent.keyboard("{ArrowLeft}{Home}{ArrowRight}{ArrowRight}");
    expect(selected()).toBe("Journal");
    expect(document.activeElement?.textContent).toBe("Journal");
    document.documentElement.dir = "rtl";
    await userEvent.keyboard("{ArrowRight}");
    expect(selected()).toBe("Wire");
    document.documentElement.dir = "";
  });

  it("takes words of another language", async () => {
    const { runs, tap } = await pausedRun();
    show(runs, { tap, runId: "run_1", labels: { title: "Werkzeuge", noTap: "Nichts angezapft." } });
    await screen.findByRole("region", { name: "Werkzeuge" });
  });

  it("axe finds nothing in any view, in either theme", async () => {
    const { runs, tap, run, approve } = await pausedRun();
    await approve();
    await run.settled();
    show(runs, { tap, runId: "run_1" });
    for (const name of ["Events", "Wire", "Journal", "Steps", "Storage", "Tabs"]) {
      await open(name);
      for (const summary of document.querySelectorAll("details > summary")) {
        if (!summary.parentElement?.hasAttribute("open")) await userEvent.click(summary);
      }
      await expectAccessible(document.body);
    }
  });
});
