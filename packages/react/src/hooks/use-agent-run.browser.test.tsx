import { createMemoryStore, type Runs } from "@holdpoint/core";
import { cleanup, render, renderHook, waitFor } from "@testing-library/react";
import { act, type ReactNode, StrictMode, useEffect } from "react";
import { renderToString } from "react-dom/server";
import { afterEach, describe, expect, it, vi } from "vitest";
import { HoldpointProvider } from "./provider.tsx";
import { openShop, refundScript } from "./shop-page.fixture.ts";
import { useAgentRun } from "./use-agent-run.ts";
import { useInbox } from "./use-inbox.ts";
import { useRequest } from "./use-request.ts";
import { useRunList } from "./use-run-list.ts";
import { useRunSelector } from "./use-run-selector.ts";

/** What `renderHook` wraps its hook in. */
const within =
  (runs: Runs) =>
  ({ children }: { children: ReactNode }): ReactNode => (
    <StrictMode>
      <HoldpointProvider runs={runs}>{children}</HoldpointProvider>
    </StrictMode>
  );

const lastText = (turns: ReturnType<typeof useAgentRun>["turns"]): string =>
  (turns.at(-1)?.parts ?? []).map((part) => (part.kind === "TEXT" ? part.text : "")).join("");

function EverythingInWords(): ReactNode {
  const run = useAgentRun({ agent: "shop", runId: "r1" });
  const inbox = useInbox();
  const list = useRunList();
  return `${run.status} ${run.turns.length} ${inbox.requests.length} ${list.runs.length}`;
}

function Answer({ runId, onCommit }: { runId: string; onCommit: () => void }): ReactNode {
  const run = useAgentRun({ agent: "shop", runId });
  useEffect(onCommit);
  return lastText(run.turns);
}

afterEach(cleanup);

describe("useAgentRun", () => {
  it("says what is missing outside of the provider", () => {
    const silence = vi.spyOn(console, "error").mockImplementation(() => undefined);
    expect(() => renderHook(() => useAgentRun({ agent: "shop" }))).toThrow(
      "useAgentRun must be called inside <HoldpointProvider>. Wrap your app in it and pass `runs`.",
    );
    silence.mockRestore();
  });

  it("starts a run with the first message and follows it to the end", async () => {
    const { runs } = openShop([{ when: { user: "hi" }, reply: "Hello there." }]);
    const onStart = vi.fn();
    const { result } = renderHook(() => useAgentRun({ agent: "shop", onStart }), { wrapper: within(runs) });
    expect(result.current).toMatchObject({ status: "idle", run: undefined, turns: [] });
    await act(() => result.current.send("hi"));
    await waitFor(() => expect(result.current.status).toBe("done"));
    expect(lastText(result.current.turns)).toBe("Hello there.");
    expect(onStart).toHaveBeenCalledExactlyOnceWith(result.current.runId);
    await runs.close();
  });

  it("puts two messages of one moment into one run", async () => {
    const { runs } = openShop([{ reply: "One.", times: Number.POSITIVE_INFINITY }]);
    const { result } = renderHook(() => useAgentRun({ agent: "shop" }), { wrapper: within(runs) });
    await act(async () => {
      await Promise.all([result.current.send("first"), result.current.send("second")]);
    });
    await waitFor(() => expect(result.current.turns.filter(({ role }) => role === "USER")).toHaveLength(2));
    expect(await runs.list()).toHaveLength(1);
    await runs.close();
  });

  it("stops at a Request, takes the answer, and runs the tool once", async () => {
    const { runs, effects } = openShop(refundScript());
    const { result } = renderHook(() => useAgentRun({ agent: "shop" }), { wrapper: within(runs) });
    await act(() => result.current.send("refund my order"));
    await waitFor(() => expect(result.current.pending).toHaveLength(1));
    expect(result.current.status).toBe("paused");
    expect(effects).toEqual([]);
    const [request] = result.current.pending;
    await act(async () => {
      const outcome = await result.current.answer(request?.requestId ?? "", { ok: true });
      expect(outcome.accepted).toBe(true);
    });
    await waitFor(() => expect(result.current.status).toBe("done"));
    expect(effects).toEqual(["refund A-17"]);
    expect(lastText(result.current.turns)).toBe("All done.");
    await runs.close();
  });

  it("shows the run that is asked for, and goes back to none", async () => {
    const { runs } = openShop([{ reply: "Answer.", times: Number.POSITIVE_INFINITY }]);
    const first = await runs.start({ agent: "shop", prompt: "one" });
    const second = await runs.start({ agent: "shop", prompt: "two" });
    await Promise.all([first.settled(), second.settled()]);
    const { result, rerender } = renderHook(
      ({ runId }: { runId: string | undefined }) => useAgentRun({ agent: "shop", runId }),
      { wrapper: within(runs), initialProps: { runId: first.runId as string | undefined } },
    );
    const said = () => result.current.turns[0]?.parts[0];
    await waitFor(() => expect(said()).toMatchObject({ text: "one" }));
    rerender({ runId: second.runId });
    await waitFor(() => expect(said()).toMatchObject({ text: "two" }));
    rerender({ runId: undefined });
    expect(result.current).toMatchObject({ status: "idle", runId: undefined, turns: [] });
    await runs.close();
  });

  it("forgets a run it started once another was asked for and left", async () => {
    const { runs } = openShop([{ reply: "Answer.", times: Number.POSITIVE_INFINITY }]);
    const { result, rerender } = renderHook(
      ({ runId }: { runId: string | undefined }) => useAgentRun({ agent: "shop", runId }),
      { wrapper: within(runs), initialProps: { runId: undefined as string | undefined } },
    );
    await act(() => result.current.send("hi"));
    const started = result.current.runId;
    rerender({ runId: started });
    await waitFor(() => expect(result.current.status).toBe("done"));
    rerender({ runId: undefined });
    expect(result.current.runId).toBeUndefined();
    await act(() => result.current.send("hi again"));
    await waitFor(() => expect(result.current.status).toBe("done"));
    expect(result.current.runId).not.toBe(started);
    expect(await runs.list()).toHaveLength(2);
    await runs.close();
  });

  it("keeps the identity of what did not change", async () => {
    const { runs } = openShop([{ reply: "Answer." }]);
    const { result, rerender } = renderHook(() => useAgentRun({ agent: "shop" }), { wrapper: within(runs) });
    await act(() => result.current.send("hi"));
    await waitFor(() => expect(result.current.status).toBe("done"));
    const before = result.current;
    rerender();
    expect(result.current).toBe(before);
    await runs.close();
  });

  it("says that a run is missing", async () => {
    const { runs } = openShop([]);
    const { result } = renderHook(() => useAgentRun({ agent: "shop", runId: "nowhere" }), { wrapper: within(runs) });
    await waitFor(() => expect(result.current.status).toBe("missing"));
    await runs.close();
  });

  it("shows a failure and goes on with retry", async () => {
    const { runs } = openShop([
      { when: { attempt: 0 }, reply: { fault: { kind: "status", status: 401 } } },
      { when: { attempt: 1 }, reply: "Now it works." },
    ]);
    const { result } = renderHook(() => useAgentRun({ agent: "shop" }), { wrapper: within(runs) });
    await act(() => result.current.send("hi"));
    await waitFor(() => expect(result.current.status).toBe("failed"));
    expect(result.current.error).toMatchObject({ code: "endpoint-status", status: 401 });
    await act(() => result.current.retry());
    await waitFor(() => expect(result.current.status).toBe("done"));
    expect(lastText(result.current.turns)).toBe("Now it works.");
    await runs.close();
  });

  it("is empty on a server", () => {
    const { runs } = openShop([]);
    const text = renderToString(
      <HoldpointProvider runs={runs}>
        <EverythingInWords />
      </HoldpointProvider>,
    );
    expect(text).toBe("loading 0 0 0");
  });

  it("commits at most once per frame while 2,000 pieces of text come at once", async () => {
    const text = Array.from({ length: 2000 }, (_, index) => `word${index} `).join("");
    const { runs } = openShop([{ reply: text }]);
    const onCommit = vi.fn();
    let frames = 0;
    let counting = true;
    const count = (): void => {
      frames += 1;
      if (counting) requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
    const { container } = render(
      <HoldpointProvider runs={runs}>
        <Answer runId="r" onCommit={onCommit} />
      </HoldpointProvider>,
    );
    await runs.start({ agent: "shop", prompt: "hi", runId: "r" });
    await waitFor(() => expect(container.textContent).toBe(text), { timeout: 10_000 });
    counting = false;
    // One more for the first drawing and one for the change from loading.
    expect(onCommit.mock.calls.length).toBeLessThanOrEqual(frames + 3);
    await runs.close();
  });

  it("leaves nothing behind when it goes in the middle of an answer", async () => {
    const { runs } = openShop([{ reply: "word ".repeat(500) }]);
    const stop = vi.fn();
    const handle = await runs.start({ agent: "shop", prompt: "hi" });
    const subscribe = handle.subscribe;
    vi.spyOn(handle, "subscribe").mockImplementation((listener) => {
      const end = subscribe(listener);
      return () => {
        stop();
        end();
      };
    });
    const { unmount } = renderHook(() => useAgentRun({ agent: "shop", runId: handle.runId }), {
      wrapper: within(runs),
    });
    unmount();
    await waitFor(() => expect(stop).toHaveBeenCalledTimes(vi.mocked(handle.subscribe).mock.calls.length));
    await runs.close();
  });
});

describe("useRunSelector", () => {
  it("draws again only when what it reads changed", async () => {
    const { runs } = openShop([{ reply: "word ".repeat(300) }]);
    const handle = await runs.start({ agent: "shop", prompt: "hi" });
    const seen: string[] = [];
    const { unmount } = renderHook(() => {
      const status = useRunSelector(handle, (view) => view.status);
      seen.push(status);
    });
    await handle.settled();
    await waitFor(() => expect(seen.at(-1)).toBe("done"));
    expect(seen.length).toBeLessThanOrEqual(6);
    unmount();
    await runs.close();
  });
});

describe("useInbox, useRequest and useRunList", () => {
  it("see what another tab raised, and that it was answered there", async () => {
    const store = createMemoryStore();
    const here = openShop([], store);
    const there = openShop(refundScript(), store);
    const { result } = renderHook(() => ({ inbox: useInbox(), list: useRunList() }), { wrapper: within(here.runs) });
    await waitFor(() => expect(result.current.inbox.status).toBe("ready"));
    expect(result.current.inbox.requests).toEqual([]);

    const handle = await there.runs.start({ agent: "shop", prompt: "refund" });
    await handle.settled();
    await waitFor(() => expect(result.current.inbox.requests).toHaveLength(1));
    expect(result.current.list.runs.map(({ status }) => status)).toEqual(["paused"]);

    const requestId = result.current.inbox.requests[0]?.requestId ?? "";
    const one = renderHook(() => useRequest(requestId), { wrapper: within(here.runs) });
    await waitFor(() => expect(one.result.current.request?.state).toBe("open"));
    await act(async () => {
      await there.runs.answer(requestId, { ok: true });
    });
    await waitFor(() => expect(result.current.inbox.requests).toEqual([]));
    await waitFor(() => expect(one.result.current.request?.state).toBe("settled"));
    await waitFor(() => expect(result.current.list.runs.map(({ status }) => status)).toEqual(["done"]));
    await there.runs.close();
  });

  it("keep the identity of what did not change", async () => {
    const { runs } = openShop(refundScript(2));
    await (await runs.start({ agent: "shop", prompt: "refund" })).settled();
    const { result } = renderHook(() => useInbox(), { wrapper: within(runs) });
    await waitFor(() => expect(result.current.requests).toHaveLength(1));
    const [before] = result.current.requests;
    await (await runs.start({ agent: "shop", prompt: "refund" })).settled();
    await waitFor(() => expect(result.current.requests).toHaveLength(2));
    expect(result.current.requests).toContain(before);
    await runs.close();
  });

  it("say why they could not read", async () => {
    const { runs } = openShop([]);
    vi.spyOn(runs, "requests").mockRejectedValue(new Error("closed"));
    const { result } = renderHook(() => useInbox(), { wrapper: within(runs) });
    await waitFor(() => expect(result.current.status).toBe("failed"));
    expect(result.current.error?.message).toBe("closed");
    await runs.close();
  });
});
