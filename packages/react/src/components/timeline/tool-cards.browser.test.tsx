import type { ViewCallPart } from "@holdpoint/core";
import { cleanup, render, screen } from "@testing-library/react";
import { lazy, type ReactNode } from "react";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { ToolCall } from "../../binding/tool-call.ts";
import { HoldpointProvider } from "../../hooks/provider.tsx";
import { openShop, refundScript } from "../../hooks/shop-page.fixture.ts";
import { expectAccessible } from "../check-accessible.fixture.ts";
import { HoldpointComponents } from "../holdpoint-components.tsx";
import { misplacedMarks } from "../misplaced-marks.fixture.ts";
import "../theme.css";
import type { ToolRenderers } from "../tool-renderers.ts";
import { RunTimeline } from "./run-timeline.tsx";
import { call, runView, turn } from "./run-views.fixture.ts";

afterEach(cleanup);

/** Says all that a card is told. */
function Told(told: ToolCall): ReactNode {
  const { call: _part, callId: _id, ...rest } = told;
  return <output>{JSON.stringify(rest)}</output>;
}

function Impatient({ state }: ToolCall): ReactNode {
  if (state === "waiting") throw new Error("not ready");
  return <p>card</p>;
}

function Broken(): ReactNode {
  throw new Error("broken");
}

const shown = (part: ViewCallPart, renderers: ToolRenderers = { lookup_order: Told }): ReactNode => (
  <RunTimeline view={runView({ turns: [turn(0, "ASSISTANT", [part])] })} renderers={renderers} />
);

describe("a card", () => {
  const head = { toolName: "lookup_order" };
  const args = { order: "A-17" };
  it.each([
    [call("writing", undefined, { args: {}, argsText: '{"order":"A-' }), { state: "writing", args: { order: "A-" } }],
    [call("waiting"), { state: "waiting", args }],
    [
      call("running", undefined, { progress: { fraction: 0.5 } }),
      { state: "running", args, progress: { fraction: 0.5 } },
    ],
    [call("asking"), { state: "asking", args }],
    [call("in_doubt"), { state: "in_doubt", args }],
    [call("done", { output: '{"paid":3}' }), { state: "done", args, output: { paid: 3 }, parts: [] }],
    [call("done", { output: "fine" }), { state: "done", args, output: "fine", parts: [] }],
    [call("ended_run", { output: "over" }), { state: "ended_run", args, output: "over", parts: [] }],
    [
      call("failed", { output: { error: "No such order" }, failed: true, errorCode: 17 }),
      { state: "failed", args, error: "No such order", errorCode: 17 },
    ],
    [call("rejected", { output: "Not mine", rejected: true }), { state: "rejected", args, reason: "Not mine" }],
    [call("denied", { output: "Not allowed", denied: true }), { state: "denied", args, reason: "Not allowed" }],
    [
      call("done", { output: "", editedArgs: { order: "B-2" } }),
      { state: "done", args: { order: "B-2" }, output: "", parts: [] },
    ],
  ])("is told the state of its call: %#", (part, told) => {
    render(shown(part));
    expect(JSON.parse(document.querySelector("output")?.textContent ?? "")).toEqual({ ...head, ...told });
  });

  it("that throws gives way to the default, and tries again when the call changed", () => {
    const silence = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const { rerender } = render(shown(call("waiting"), { lookup_order: Impatient }));
    expect(screen.getByText("waiting")).toBeDefined();
    rerender(shown(call("running"), { lookup_order: Impatient }));
    expect(screen.getByText("card")).toBeDefined();
    silence.mockRestore();
  });

  it("whose code is on its way holds up nothing: the default stands there, and the question of its call below", async () => {
    const { runs } = openShop(refundScript());
    const run = await runs.start({ agent: "shop", prompt: "refund my order" });
    let arrive: (module: { default: typeof Impatient }) => void = () => undefined;
    const Late = lazy(() => new Promise<{ default: typeof Impatient }>((resolve) => (arrive = resolve)));
    render(
      <HoldpointProvider runs={runs}>
        <RunTimeline run={run} renderers={{ refund: Late }} />
      </HoldpointProvider>,
    );
    await vi.waitFor(() => expect(screen.getByRole("button", { name: "Approve" })).toBeDefined(), { timeout: 5000 });
    expect(document.querySelector(".hp-card")?.textContent).toContain("refund");
    arrive({ default: Impatient });
    await vi.waitFor(() => expect(screen.getByText("card")).toBeDefined(), { timeout: 5000 });
    await runs.close();
  });

  it("is only what was given by the host: a tool named like a property of objects has none", () => {
    render(shown(call("done", { output: "x" }, { toolName: "constructor" })));
    expect(screen.getByText("constructor")).toBeDefined();
  });

  it("cannot leave out the prompt of its call", async () => {
    const { runs, effects } = openShop(refundScript());
    const run = await runs.start({ agent: "shop", prompt: "refund my order" });
    render(
      <HoldpointProvider runs={runs}>
        <RunTimeline run={run} renderers={{ refund: () => null }} />
      </HoldpointProvider>,
    );
    await vi.waitFor(() => expect(screen.getByRole("button", { name: "Approve" })).toBeDefined(), { timeout: 5000 });
    // Buttons of a prompt take a press once a person can have seen them.
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await userEvent.click(page.getByRole("button", { name: "Approve" }));
    await vi.waitFor(() => expect(effects).toEqual(["refund A-17"]), { timeout: 5000 });
    await runs.close();
  });
});

describe("a text the host draws", () => {
  it("stands there as it was written where that throws", () => {
    const silence = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const view = runView({ turns: [turn(0, "ASSISTANT", [{ kind: "TEXT", text: "All is well." }])] });
    render(
      <HoldpointComponents text={Broken}>
        <RunTimeline view={view} />
      </HoldpointComponents>,
    );
    expect(screen.getByText("All is well.")).toBeDefined();
    silence.mockRestore();
  });
});

describe("without a card", () => {
  it("arguments show as they come, and how far the tool is", async () => {
    const part = call("running", undefined, { progress: { fraction: 0.4, message: "2 of 5 files" } });
    const { container, rerender } = render(<RunTimeline view={runView({ turns: [turn(0, "ASSISTANT", [part])] })} />);
    expect(screen.getByRole("progressbar", { name: "Progress" }).getAttribute("value")).toBe("0.4");
    expect(screen.getByText("2 of 5 files")).toBeDefined();
    await expectAccessible(container);
    const draft = call("writing", undefined, { args: {}, argsText: '{"order":"A-' });
    rerender(<RunTimeline view={runView({ turns: [turn(0, "ASSISTANT", [draft], false)] })} />);
    expect(screen.getByText("being written")).toBeDefined();
    await userEvent.click(page.getByText("Arguments"));
    expect((await screen.findByRole("group", { name: "Arguments" })).textContent).toBe('{"order":"A-');
  });

  it("what a tool says keeps its marks on a page from right to left", () => {
    document.documentElement.dir = "rtl";
    onTestFinished(() => document.documentElement.removeAttribute("dir"));
    for (const part of [
      call("running", undefined, { progress: { message: "Nearly there." } }),
      call("failed", { output: "It took too long.", failed: true }),
      call("denied", { output: "Only the team may do that.", denied: true }),
    ]) {
      const { container, unmount } = render(shown(part, {}));
      expect(misplacedMarks(container)).toEqual([]);
      unmount();
    }
  });

  it("a refusal and a spoken answer are shown as such", async () => {
    const parts = [
      { kind: "REFUSAL", text: "I cannot do that." },
      { kind: "SPOKEN", text: "Good morning." },
    ] as const;
    const { container } = render(<RunTimeline view={runView({ turns: [turn(0, "ASSISTANT", parts)] })} />);
    expect(container.textContent).toContain("The model refused:I cannot do that.");
    expect(container.textContent).toContain("Spoken answer:Good morning.");
    await expectAccessible(container);
  });
});
