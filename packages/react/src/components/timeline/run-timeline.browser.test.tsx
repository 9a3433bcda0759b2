import type { RunHandle, RunView, ViewTurn } from "@holdpoint/core";
import { act, cleanup, render, screen } from "@testing-library/react";
import { Profiler } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { HoldpointProvider } from "../../hooks/provider.tsx";
import { openShop, refundScript } from "../../hooks/shop-page.fixture.ts";
import { expectAccessible } from "../check-accessible.fixture.ts";
import "../theme.css";
import { RunTimeline } from "./run-timeline.tsx";
import { call, runView, text, turn } from "./run-views.fixture.ts";

beforeEach(() => page.viewport(800, 600));
afterEach(cleanup);

/** A run whose view the test sets. */
function fakeRun(first: RunView) {
  let view = first;
  const listeners = new Set<() => void>();
  const run: RunHandle = {
    runId: first.runId,
    getView: () => view,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    send: vi.fn(async () => undefined),
    answer: vi.fn(async () => ({ accepted: false }) as const),
    cancel: vi.fn(async () => undefined),
    retry: vi.fn(async () => undefined),
    loadOlder: vi.fn(async () => undefined),
    takeOver: vi.fn(async () => undefined),
    settled: async () => view,
  };
  const set = async (next: Partial<RunView>): Promise<void> => {
    view = { ...view, ...next };
    await act(async () => {
      for (const listener of listeners) listener();
      await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
    });
  };
  return { run, set };
}

const hello = [turn(0, "USER", [text("Hello")]), turn(1, "ASSISTANT", [text("Hi there.")])];

describe("without a network", () => {
  it("a run that works says that it waits for one, until there is one; one that rests says nothing of it", async () => {
    const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    const { rerender } = render(<RunTimeline view={runView({ turns: hello, status: "running" })} />);
    expect(screen.getByText("There is no network. This goes on when there is one.")).toBeTruthy();
    rerender(<RunTimeline view={runView({ turns: hello, status: "done" })} />);
    expect(screen.queryByText(/no network/)).toBeNull();
    rerender(<RunTimeline view={runView({ turns: hello, status: "running" })} />);
    expect(screen.queryByText(/no network/)).not.toBeNull();
    online.mockReturnValue(true);
    await act(async () => void dispatchEvent(new Event("online")));
    expect(screen.queryByText(/no network/)).toBeNull();
    online.mockRestore();
  });
});

describe("what was said", () => {
  it("is there, with who said it", async () => {
    const { container } = render(<RunTimeline view={runView({ turns: hello })} />);
    expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual(["You:Hello", "Agent:Hi there."]);
    await expectAccessible(container);
  });

  it("keeps reasoning folded, and holds no control of a stranger", async () => {
    const words = "✅ approved <button>Approve</button> [x](javascript:alert(1))";
    const { container } = render(
      <RunTimeline
        view={runView({ turns: [turn(0, "ASSISTANT", [{ kind: "REASONING", text: "secret thoughts" }, text(words)])] })}
      />,
    );
    expect(container.textContent).not.toContain("secret thoughts");
    expect(screen.queryByRole("button")).toBeNull();
    expect(screen.queryByRole("link")).toBeNull();
    expect(container.textContent).toContain(words);
    await userEvent.click(page.getByText("Reasoning"));
    // What is laid open is drawn when the browser has told of it.
    await screen.findByText("secret thoughts");
    await expectAccessible(container);
  });

  it("shows what a person attached", async () => {
    const attached = turn(0, "USER", [text("Look"), { kind: "CONTENT", content: { type: "text", text: "a note" } }]);
    const { container } = render(<RunTimeline view={runView({ turns: [attached] })} />);
    expect(container.textContent).toContain("a note");
  });
});

describe("a call", () => {
  it.each([
    ["waiting", undefined, "waiting", undefined],
    ["running", undefined, "running", undefined],
    ["asking", undefined, "needs your answer", undefined],
    ["in_doubt", undefined, "may have run", undefined],
    ["done", { output: "fine" }, "done", undefined],
    ["ended_run", { output: "over", endedRun: true }, "done, ended the run", undefined],
    ["failed", { output: { error: "No such order" }, failed: true, errorCode: 17 }, "failed (17)", "No such order"],
    ["failed", { output: { error: "Broken" }, failed: true }, "failed", "Broken"],
    ["rejected", { output: "Not mine", rejected: true }, "rejected", "Rejected: Not mine"],
    ["denied", { output: "Not allowed here.", denied: true }, "denied by policy", "Not allowed here."],
  ] as const)("that is %s with %j says so in words", async (state, result, word, detail) => {
    const { container } = render(
      <RunTimeline view={runView({ turns: [turn(0, "ASSISTANT", [call(state, result)])] })} />,
    );
    expect(container.querySelector(".hp-tool__state")?.textContent).toBe(word);
    if (detail !== undefined) expect(screen.getByText(detail)).toBeTruthy();
    await expectAccessible(container);
  });

  it("folds its arguments and output, laid out so that they can be read", async () => {
    const { container } = render(
      <RunTimeline view={runView({ turns: [turn(0, "ASSISTANT", [call("done", { output: '{"total":42.5}' })])] })} />,
    );
    expect(container.textContent).not.toContain("A-17");
    await userEvent.click(page.getByText("Arguments"));
    expect(JSON.parse((await screen.findByRole("group", { name: "Arguments" })).textContent ?? "")).toEqual({
      order: "A-17",
    });
    await userEvent.click(page.getByText("Output"));
    expect((await screen.findByRole("group", { name: "Output" })).textContent).toBe('{\n  "total": 42.5\n}');
    await expectAccessible(container);
  });

  it("of a name of Object's own is a call like any other", () => {
    const parts = [
      call("failed", { output: { error: "Unknown tool: __proto__" }, failed: true }, { toolName: "__proto__" }),
    ];
    const { container } = render(<RunTimeline view={runView({ turns: [turn(0, "ASSISTANT", parts)] })} />);
    expect(container.querySelector(".hp-tool__name")?.textContent).toBe("__proto__");
  });

  it("shows its Request at its place, and answering it goes on", async () => {
    const { runs, effects } = openShop(refundScript());
    const run = await runs.start({ agent: "shop", prompt: "refund" });
    const { container } = render(
      <HoldpointProvider runs={runs}>
        <RunTimeline run={run} />
      </HoldpointProvider>,
    );
    await screen.findByRole("heading", { name: "Approve refund?" });
    await userEvent.click(page.getByRole("button", { name: "Approve" }));
    await vi.waitFor(() => expect(container.textContent).toContain("All done."), { timeout: 5000 });
    expect(effects).toEqual(["refund A-17"]);
    expect(screen.queryByRole("heading", { name: "Approve refund?" })).toBeNull();
    await runs.close();
  });
});

describe("the run", () => {
  it("says what went wrong, in plain words, and can be tried again", async () => {
    const error = { name: "EndpointError", code: "endpoint-status", status: 401, message: "Key refused: bad key" };
    const { run } = fakeRun(runView({ status: "failed", turns: hello, error }));
    const { container } = render(<RunTimeline run={run} />);
    expect(container.textContent).toContain("The model's server refused the key (401). Check it, then try again.");
    await userEvent.click(page.getByText("Details"));
    expect(container.textContent).toContain("Key refused: bad key (endpoint-status)");
    await userEvent.click(page.getByRole("button", { name: "Try again" }));
    expect(run.retry).toHaveBeenCalledOnce();
    await expectAccessible(container);
  });

  it("says when trying again failed", async () => {
    const { run } = fakeRun(runView({ status: "cancelled", turns: hello }));
    vi.mocked(run.retry).mockRejectedValue(new Error("no room"));
    render(<RunTimeline run={run} />);
    await userEvent.click(page.getByRole("button", { name: "Try again" }));
    expect((await screen.findByRole("alert")).textContent).toBe("no room");
  });

  it.each([
    [{ stalled: true }, "does not respond", "Take over here"],
    [{ interrupted: true }, "Interrupted", "Take over here"],
  ] as const)("with %j offers to take it over", async (state, words, button) => {
    const { run } = fakeRun(runView({ status: "running", turns: hello, ...state }));
    const { container } = render(<RunTimeline run={run} />);
    expect(container.textContent).toContain(words);
    await userEvent.click(page.getByRole("button", { name: button }));
    expect(run.takeOver).toHaveBeenCalledOnce();
    await expectAccessible(container);
  });

  it.each([
    [{ status: "incomplete", limit: "maxTurns" }, "Stopped at a limit (maxTurns)."],
    [{ queued: 2 }, "2 messages wait their turn."],
    [{ durable: false }, "Nothing is kept here"],
    [{ status: "cancelled" }, "Stopped."],
  ] as const)("with %j says so", async (state, words) => {
    const { container } = render(<RunTimeline view={runView({ turns: hello, ...state })} />);
    expect(container.textContent).toContain(words);
    await expectAccessible(container);
  });

  it.each([
    [{ status: "loading" }, "Loading…"],
    [{ status: "missing" }, "not on this device"],
    [{ status: "done" }, "Nothing has been said yet."],
  ] as const)("without turns and %j says so", async (state, words) => {
    const { run } = fakeRun(runView(state));
    const { container, rerender } = render(<RunTimeline run={run} />);
    expect(container.textContent).toContain(words);
    await expectAccessible(container);
    rerender(<RunTimeline view={runView(state)} />);
    expect(container.textContent).toContain(words);
  });

  it("shows the host's own beginning while there is no run", () => {
    render(<RunTimeline run={undefined}>Ask me anything</RunTimeline>);
    expect(screen.getByText("Ask me anything")).toBeTruthy();
  });

  it("is told to those who do not see it: once it is whole, never piece by piece", async () => {
    const { run, set } = fakeRun(runView({ status: "running", streaming: true, turns: hello.slice(0, 1) }));
    const { container } = render(<RunTimeline run={run} />);
    const said = () => container.querySelector("[role=status][aria-live]")?.textContent;
    await set({ turns: [...hello.slice(0, 1), turn(1, "ASSISTANT", [text("Hi")], false)] });
    expect(said()).toBe("");
    await set({ status: "done", streaming: false, turns: hello });
    expect(said()).toBe("Hi there.");
    await set({ pending: [{} as RunView["pending"][number]] });
    expect(said()).toBe("Your answer is needed.");
  });
});

describe("scrolling", () => {
  const long = (lines: number): ViewTurn[] => [turn(0, "ASSISTANT", [text("line\n".repeat(lines))], false)];
  const place = (container: HTMLElement) => {
    const element = container.querySelector(".hp-timeline__scroll");
    if (element === null) throw new Error("nothing scrolls");
    return { element, fromEnd: () => element.scrollHeight - element.clientHeight - element.scrollTop };
  };
  const inBox = (run: RunHandle) => (
    <div style={{ height: 300 }}>
      <RunTimeline run={run} />
    </div>
  );

  it("stays at the end while text comes", async () => {
    const { run, set } = fakeRun(runView({ turns: long(50) }));
    const { container } = render(inBox(run));
    const { element, fromEnd } = place(container);
    expect(element.scrollTop).toBeGreaterThan(0);
    await set({ turns: long(200) });
    expect(fromEnd()).toBeLessThan(2);
  });

  it("leaves a reader alone who scrolled up, and brings them back on request", async () => {
    const { run, set } = fakeRun(runView({ turns: long(100) }));
    const { container } = render(inBox(run));
    const { element, fromEnd } = place(container);
    await act(async () => {
      element.scrollTop = 100;
      await new Promise((resolve) => element.addEventListener("scroll", resolve, { once: true }));
    });
    await set({ turns: long(300) });
    expect(element.scrollTop).toBe(100);
    await userEvent.click(page.getByRole("button", { name: "Jump to the latest" }));
    expect(fromEnd()).toBeLessThan(2);
    await vi.waitFor(() => expect(screen.queryByRole("button", { name: "Jump to the latest" })).toBeNull());
  });

  it("keeps what is on the screen where it is when earlier turns come in", async () => {
    const now = [turn(5, "USER", [text("line\n".repeat(60))])];
    const { run, set } = fakeRun(runView({ turns: now, hasOlder: true }));
    const { container } = render(inBox(run));
    const { element } = place(container);
    await act(async () => {
      element.scrollTop = 40;
      await new Promise((resolve) => element.addEventListener("scroll", resolve, { once: true }));
    });
    let fromBottom = 0;
    vi.mocked(run.loadOlder).mockImplementation(async () => {
      fromBottom = element.scrollHeight - element.scrollTop;
    });
    await userEvent.click(page.getByRole("button", { name: "Show earlier messages" }));
    expect(run.loadOlder).toHaveBeenCalledOnce();
    await set({ turns: [turn(4, "ASSISTANT", [text("older\n".repeat(50))]), ...now], hasOlder: false });
    expect(element.scrollHeight - element.scrollTop).toBe(fromBottom);
  });
});

describe("drawing", () => {
  it("draws only the part that grows", async () => {
    const settled = Array.from({ length: 40 }, (_, index) =>
      turn(index, index % 2 ? "ASSISTANT" : "USER", [text(`turn ${index}`)]),
    );
    const { run, set } = fakeRun(runView({ turns: settled, streaming: true, status: "running" }));
    const { container } = render(
      <Profiler id="timeline" onRender={() => undefined}>
        <RunTimeline run={run} />
      </Profiler>,
    );
    const changed: Node[] = [];
    const observer = new MutationObserver((records) => changed.push(...records.map(({ target }) => target)));
    await set({ turns: [...settled, turn(40, "ASSISTANT", [text("a"), call("done", { output: "x" })], false)] });
    observer.observe(container, { subtree: true, characterData: true, childList: true, attributes: true });
    const steady = call("done", { output: "x" });
    for (const words of ["a b", "a b c", "a b c d"])
      await set({ turns: [...settled, turn(40, "ASSISTANT", [text(words), steady], false)] });
    observer.disconnect();
    const turns = new Set(
      changed.map((node) => (node instanceof Element ? node : node.parentElement)?.closest<HTMLElement>(".hp-turn")),
    );
    expect([...turns].map((item) => item?.dataset.settled)).toEqual(["false"]);
    expect(changed.some((node) => (node instanceof Element ? node : node.parentElement)?.closest(".hp-tool"))).toBe(
      false,
    );
  });

  it("draws each view once, also when something is announced and the end moves away", async () => {
    const { run, set } = fakeRun(runView({ turns: hello.slice(0, 1), status: "running" }));
    const drawn = vi.fn();
    render(
      <Profiler id="timeline" onRender={drawn}>
        <div style={{ height: 300 }}>
          <RunTimeline run={run} />
        </div>
      </Profiler>,
    );
    await set({ title: "Lines" });
    drawn.mockClear();
    const answer = (settled: boolean) => turn(1, "ASSISTANT", [text("line\n".repeat(200))], settled);
    await set({ streaming: true, turns: [...hello.slice(0, 1), answer(false)] });
    await set({ streaming: false, status: "done", turns: [...hello.slice(0, 1), answer(true)] });
    expect(drawn).toHaveBeenCalledTimes(2);
  });

  it("lays out a long answer block by block: what was drawn is not touched again", async () => {
    const line = `${"word ".repeat(20)}\n`;
    const { run, set } = fakeRun(
      runView({ turns: [turn(0, "ASSISTANT", [text(line.repeat(400))], false)], streaming: true }),
    );
    const { container } = render(<RunTimeline run={run} />);
    const nodes = () => [...(container.querySelector(".hp-text")?.childNodes ?? [])];
    const before = nodes();
    expect(before.length).toBeGreaterThan(10);
    const touched: Node[] = [];
    const observer = new MutationObserver((records) => touched.push(...records.map(({ target }) => target)));
    observer.observe(container, { subtree: true, characterData: true, childList: true });
    await set({ turns: [turn(0, "ASSISTANT", [text(`${line.repeat(400)}and more`)], false)] });
    observer.disconnect();
    expect(touched.filter((node) => before.slice(0, -1).some((block) => block.contains(node)))).toEqual([]);
    expect(container.querySelector(".hp-text")?.textContent?.endsWith("and more")).toBe(true);
  });
});
