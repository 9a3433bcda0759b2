import { createMemoryStore, type Runs } from "@holdpoint/core";
import { act, cleanup, render, renderHook, screen, waitFor } from "@testing-library/react";
import { type ReactNode, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { ToolCall } from "../binding/tool-call.ts";
import { RunTimeline } from "../components/timeline/run-timeline.tsx";
import { HoldpointProvider } from "./provider.tsx";
import { openShop, refundScript } from "./shop-page.fixture.ts";
import { type AgentRun, useAgentRun } from "./use-agent-run.ts";

afterEach(cleanup);

const within =
  (runs: Runs) =>
  ({ children }: { children: ReactNode }): ReactNode => (
    <StrictMode>
      <HoldpointProvider runs={runs}>{children}</HoldpointProvider>
    </StrictMode>
  );

let shown: AgentRun | undefined;

function Shown(): ReactNode {
  shown = useAgentRun({ agent: "shop", runId: "r" });
  return shown.status;
}

let cardsDrawn = 0;

function CountedCard({ state }: ToolCall): ReactNode {
  cardsDrawn += 1;
  return <p>{state}</p>;
}

describe("useAgentRun", () => {
  it("gives the calls of one tool, the same objects while they do not change", async () => {
    const { runs } = openShop(refundScript());
    const { result, rerender } = renderHook(() => useAgentRun({ agent: "shop" }), { wrapper: within(runs) });
    await act(() => result.current.send("refund my order"));
    await waitFor(() =>
      expect(result.current.tool("refund")).toMatchObject([{ state: "asking", args: { order: "A-17" } }]),
    );
    expect(result.current.tool("lookup")).toEqual([]);
    const [before] = result.current.tool("refund");
    rerender();
    expect(result.current.tool("refund")[0]).toBe(before);
    await act(() => result.current.answer(result.current.pending[0]?.requestId ?? "", { ok: true }));
    await waitFor(() =>
      expect(result.current.tool("refund")).toMatchObject([{ state: "done", output: "refunded A-17" }]),
    );
    await runs.close();
  });

  it("shows a branch that is asked for no more once another run is asked for", async () => {
    const { runs } = openShop([{ reply: "Answer.", times: Number.POSITIVE_INFINITY }]);
    const onStart = vi.fn();
    const first = await runs.start({ agent: "shop", prompt: "one" });
    const other = await runs.start({ agent: "shop", prompt: "other" });
    await Promise.all([first.settled(), other.settled()]);
    const { result, rerender } = renderHook(
      ({ runId }: { runId: string }) => useAgentRun({ agent: "shop", runId, onStart }),
      { wrapper: within(runs), initialProps: { runId: first.runId } },
    );
    await act(() => result.current.edit(0, "two"));
    const branch = result.current.runId;
    expect(branch).not.toBe(first.runId);
    expect(onStart).toHaveBeenLastCalledWith(branch);
    await waitFor(() => expect(result.current.branches.map(({ runId }) => runId)).toEqual([first.runId, branch]));
    act(() => result.current.switchTo(first.runId));
    expect(result.current.runId).toBe(first.runId);
    rerender({ runId: other.runId });
    expect(result.current.runId).toBe(other.runId);
    await waitFor(() => expect(result.current.branches).toEqual([]));
    await runs.close();
  });

  it("goes on with the new tools when the page's code was replaced in the middle of a run", async () => {
    const store = createMemoryStore();
    const before = openShop(refundScript(), store);
    await (await before.runs.start({ agent: "shop", prompt: "refund my order", runId: "r" })).settled();
    const page = (runs: Runs): ReactNode => (
      <HoldpointProvider runs={runs}>
        <Shown />
      </HoldpointProvider>
    );
    const { rerender } = render(page(before.runs));
    await waitFor(() => expect(shown?.pending).toHaveLength(1));
    // What a dev server does: the module is read again, the old runs are closed, the same store is opened anew.
    const after = openShop(refundScript().slice(1), store.fork());
    rerender(page(after.runs));
    await before.runs.close();
    await waitFor(() => expect(shown?.pending).toHaveLength(1));
    await act(async () => {
      await shown?.answer(shown.pending[0]?.requestId ?? "", { ok: true });
    });
    await waitFor(() => expect(shown?.status).toBe("done"), { timeout: 10_000 });
    expect(before.effects).toEqual([]);
    expect(after.effects).toEqual(["refund A-17"]);
    await after.runs.close();
  });

  it("is hydrated without a word, and then shows what is stored", async () => {
    const { runs } = openShop([{ reply: "Stored answer." }]);
    await (await runs.start({ agent: "shop", prompt: "hi", runId: "r" })).settled();
    const errors = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const server = openShop([]);
    const page = (of: Runs): ReactNode => (
      <HoldpointProvider runs={of}>
        <Shown />
      </HoldpointProvider>
    );
    const container = document.createElement("div");
    document.body.append(container);
    container.innerHTML = renderToString(page(server.runs));
    expect(container.textContent).toBe("loading");
    const root = hydrateRoot(container, page(runs));
    await waitFor(() => expect(container.textContent).toBe("done"));
    expect(errors.mock.calls.filter(([words]) => /hydrat|did not match/i.test(String(words)))).toEqual([]);
    act(() => root.unmount());
    errors.mockRestore();
    container.remove();
    await runs.close();
  });
});

describe("while text streams", () => {
  it("no card of the history is drawn again", async () => {
    const { runs } = openShop([
      { when: { user: "look" }, reply: { text: "Looking.", calls: [{ name: "lookup", args: {} }] } },
      { when: { results: ["lookup"] }, reply: "Found it." },
      { when: { user: "tell" }, reply: "word ".repeat(1500) },
    ]);
    const run = await runs.start({ agent: "shop", prompt: "look", runId: "r" });
    await run.settled();
    render(
      <HoldpointProvider runs={runs}>
        <RunTimeline run={run} renderers={{ lookup: CountedCard }} />
      </HoldpointProvider>,
    );
    await waitFor(() => expect(screen.getByText("done")).toBeDefined());
    cardsDrawn = 0;
    await act(() => run.send("tell"));
    await waitFor(() => expect(document.body.textContent).toContain("word word"), { timeout: 10_000 });
    await run.settled();
    await waitFor(() => expect(document.querySelectorAll('[data-settled="true"]')).toHaveLength(5));
    expect(cardsDrawn).toBe(0);
    await runs.close();
  });
});
