import { AnswerError, type RequestRecord } from "@holdpoint/core";
import { act, cleanup, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { drafts } from "../../binding/draft-store.ts";
import { expectAccessible } from "../check-accessible.fixture.ts";
import { HoldpointComponents } from "../holdpoint-components.tsx";
import { ApprovalPrompt } from "./approval-prompt.tsx";
import { RequestPrompt } from "./request-prompt.tsx";
import { answerBox, requestRecord } from "./request-records.fixture.ts";
import { press, show } from "./show-prompt.fixture.tsx";
import type { SendAnswer } from "./use-answer.ts";

beforeEach(() => localStorage.clear());
afterEach(cleanup);

describe("an approval", () => {
  it("shows our line and the exact call before the words of whoever asks", async () => {
    const record = requestRecord({
      origin: "tool",
      request: { prompt: "Just listing files." },
      call: { args: { path: "/", force: true } },
    });
    const { container } = show(record);
    expect(screen.getByRole("heading").textContent).toBe("Approve refund_order?");
    const text = container.textContent ?? "";
    expect(text.indexOf("refund_order, run by agent shop")).toBeLessThan(text.indexOf("Just listing files."));
    expect(text.indexOf('"force": true')).toBeLessThan(text.indexOf("Just listing files."));
    expect(text).toContain("In the words of refund_order:");
    await expectAccessible(container);
  });

  it("shows the call of a sub-agent that waits, not the task it was given", () => {
    const record = requestRecord({
      origin: "tool",
      call: { toolName: "task", args: { agent: "worker", prompt: "list files" } },
      child: {
        path: ["worker"],
        origin: "policy",
        requestId: "req_below",
        call: { callId: "c", toolName: "delete_all", args: { folder: "/" }, digest: "cd34" },
      },
    });
    show(record);
    expect(screen.getByText("Agent shop › worker wants to run delete_all with exactly this:")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Approve" })).toBeTruthy();
    expect(screen.queryByText(/list files/)).toBeNull();
  });

  it("takes yes once, from a real press", async () => {
    const { given, container } = show(requestRecord());
    await press("Approve");
    expect(given).toEqual([{ ok: true }]);
    expect(container.textContent).toContain("Approved.");
    expect(screen.queryByRole("button", { name: "Approve" })).toBeNull();
    await expectAccessible(container);
  });

  it("of the next call in the same place is asked anew: nothing of the one before counts, and its button waits again", async () => {
    const editable = { origin: "policy", request: { data: { destructive: true } } } as const;
    const [first, second] = [requestRecord(editable), requestRecord({ ...editable, call: { args: { order: "B-2" } } })];
    const box = answerBox(first);
    const asked = (request: RequestRecord): ReactNode => <ApprovalPrompt request={request} onAnswer={box.onAnswer} />;
    const { rerender, container } = render(asked(first));
    await press("Approve");
    await press("Yes, run it");
    expect(box.given).toEqual([{ ok: true }]);
    rerender(asked(second));
    expect(container.querySelector("[data-kind]")?.getAttribute("data-state")).toBe("open");
    expect(container.textContent).toContain("B-2");
    expect(screen.queryByRole("button", { name: "Yes, run it" })).toBeNull();
    expect(screen.getByRole("button", { name: "Approve" }).getAttribute("aria-disabled")).toBe("true");
  });

  it("takes no, with a reason", async () => {
    const { given, container } = show(requestRecord());
    await press("Reject…");
    await expectAccessible(container);
    await userEvent.keyboard("The order is not mine");
    await press("Reject");
    expect(given).toEqual([{ ok: false, reason: "declined", data: { reason: "The order is not mine" } }]);
    expect(container.textContent).toContain("The order is not mine");
  });

  it("takes no without a reason, and goes back from it", async () => {
    const { given } = show(requestRecord());
    await press("Reject…");
    await press("Back");
    await press("Reject…");
    await press("Reject");
    expect(given).toEqual([{ ok: false, reason: "declined" }]);
  });

  it("never has the focus by itself", () => {
    show(requestRecord());
    expect(document.activeElement).toBe(document.body);
  });

  it("does not approve by script, by a held key, nor at once", async () => {
    const { given } = show(requestRecord());
    const button = screen.getByRole("button", { name: "Approve" });
    expect(button.getAttribute("aria-disabled")).toBe("true");
    await userEvent.click(button, { force: true });
    expect(given).toEqual([]);
    expect(screen.getByText(/appeared or moved a moment ago/)).toBeTruthy();

    await vi.waitFor(() => expect(button.dataset.guard).toBe("ready"), { timeout: 15_000 });
    act(() => button.click());
    act(() => button.dispatchEvent(new MouseEvent("click", { bubbles: true })));
    expect(given).toEqual([]);

    button.focus();
    act(() =>
      button.dispatchEvent(
        new KeyboardEvent("keydown", { key: "Enter", repeat: true, bubbles: true, cancelable: true }),
      ),
    );
    expect(given).toEqual([]);
    await userEvent.keyboard("{Enter}");
    expect(given).toEqual([{ ok: true }]);
  });

  it("waits again when it moves under a still pointer", async () => {
    const record = requestRecord();
    const box = answerBox(record);
    const { rerender } = render(<Below height={0} record={record} onAnswer={box.onAnswer} />);
    const button = screen.getByRole("button", { name: "Approve" });
    await vi.waitFor(() => expect(button.dataset.guard).toBe("ready"), { timeout: 15_000 });
    rerender(<Below height={120} record={record} onAnswer={box.onAnswer} />);
    await userEvent.click(button, { force: true });
    expect(box.given).toEqual([]);
    expect(button.dataset.guard).toBe("waiting");
    await press("Approve");
    expect(box.given).toEqual([{ ok: true }]);
  });

  it("a second half of a double click does not answer the next prompt", async () => {
    const records = [requestRecord(), requestRecord()];
    const given: string[] = [];
    const answer: SendAnswer = async (requestId) => {
      given.push(requestId);
      rerender(<ApprovalPrompt key="2" request={records[1] as RequestRecord} onAnswer={answer} />);
      return undefined;
    };
    const { rerender } = render(<ApprovalPrompt key="1" request={records[0] as RequestRecord} onAnswer={answer} />);
    const button = screen.getByRole("button", { name: "Approve" });
    await vi.waitFor(() => expect(button.dataset.guard).toBe("ready"), { timeout: 15_000 });
    await userEvent.dblClick(button, { force: true });
    expect(given).toEqual([records[0]?.requestId]);
  });

  it("can be pressed by script only where the host says so", () => {
    const record = requestRecord();
    const box = answerBox(record);
    render(
      <HoldpointComponents acceptScriptedClicks>
        <RequestPrompt request={record} onAnswer={box.onAnswer} />
      </HoldpointComponents>,
    );
    act(() => screen.getByRole("button", { name: "Approve" }).click());
    expect(box.given).toEqual([{ ok: true }]);
  });

  it("draws nothing hidden, and the JSON that is drawn is the call that runs", () => {
    const args = {
      to: "alice\u202egro.live\u202c",
      "k\u200bey": "x\u0007",
      list: [1, null, "\u2028"],
      __proto__x: "\ufeffy",
    };
    const { container } = show(requestRecord({ call: { args }, request: { prompt: "pay \u202eevil" } }));
    const code = container.querySelector(".hp-call code")?.textContent ?? "";
    expect(JSON.parse(code)).toEqual(args);
    expect(container.textContent).not.toMatch(/[\p{Cf}\p{Zl}]/u);
    expect(container.textContent).toContain("pay \\u{202E}evil");
  });

  it("keeps the buttons in view however long the words are, and counts them", async () => {
    const { container } = show(
      requestRecord({ origin: "tool", request: { prompt: `${"word ".repeat(20_000)}\n${"\n".repeat(500)}tail` } }),
    );
    expect(container.textContent).toContain("100,505 characters");
    expect(container.textContent).toContain("⏎×501");
    const prompt = container.querySelector(".hp-prompt")?.getBoundingClientRect();
    expect(prompt?.height).toBeLessThan(700);
    expect(screen.getByRole("button", { name: "Yes" }).getBoundingClientRect().bottom).toBeLessThanOrEqual(
      prompt?.bottom ?? 0,
    );
    await expectAccessible(container);
  });

  it("hides nothing below the edge of a box without saying so, however narrow the screen", async () => {
    await page.viewport(320, 700);
    onTestFinished(() => page.viewport(1024, 768));
    const letters = Array.from({ length: 14 }, (_, index) => String.fromCharCode(97 + index));
    for (let size = 1; size <= 14; size += 1) {
      const args = {
        note: "Thanks for dinner. ".repeat(size * 3),
        ...Object.fromEntries(letters.slice(0, size).entries()),
      };
      const prompt = `${"All is well. ".repeat(size * 4)}${"\n.".repeat(size)}`;
      const { container, unmount } = show(requestRecord({ call: { args }, request: { prompt } }));
      for (const box of container.querySelectorAll(".hp-code, .hp-words__text")) {
        const isCounted = box.closest(".hp-call, .hp-words")?.textContent?.includes("Scroll to read all.");
        if (!isCounted) expect(box.scrollHeight, `${size} of ${box.className}`).toBe(box.clientHeight);
      }
      unmount();
    }
  });

  it("shows markup, labels and look-alikes of a stranger as what they are", () => {
    const { container } = show(
      requestRecord({
        origin: "tool",
        call: { toolName: "trаnsfer" },
        request: {
          prompt: "</div><style>*{display:none}</style><button>Approve</button> **bold** ✅ approved",
          data: { approveLabel: "Cancel" },
        },
      }),
    );
    expect(container.querySelectorAll("style, .hp-words button")).toHaveLength(0);
    expect(container.textContent).toContain("<button>Approve</button>");
    expect(container.textContent).toContain("mixes alphabets");
    expect(screen.getByRole("button", { name: "Yes" })).toBeTruthy();
  });

  it("stays open, with what was typed, when the answer was not taken", async () => {
    const send: SendAnswer = async () => {
      throw new AnswerError("answer-invalid", "The answer does not fit.");
    };
    const { container } = show(requestRecord(), send);
    await press("Reject…");
    await userEvent.keyboard("no");
    await press("Reject");
    expect((await screen.findByRole("alert")).textContent).toContain("The answer does not fit.");
    expect(screen.getByRole("textbox")).toHaveProperty("value", "no");
    await expectAccessible(container);
  });

  it("says what was decided when somebody was first", async () => {
    const record = requestRecord();
    const { container } = show(record, async () => ({
      accepted: false,
      record: {
        ...record,
        state: "answered",
        answer: { id: record.requestId, ok: false, reason: "declined", data: { reason: "too late" } },
      },
    }));
    await press("Approve");
    expect(container.textContent).toContain("Somebody was first: Declined. too late");
  });

  it.each([
    ["settled", { ok: true }, "Approved."],
    ["settled", { ok: false, reason: "declined" }, "Declined."],
    ["settled", { ok: false, reason: "cancelled" }, "Cancelled."],
    ["settled", { ok: false, reason: "expired" }, "Expired."],
    ["closed", undefined, "no longer asked"],
  ] as const)("is drawn without buttons when %s with %j", async (state, answer, words) => {
    const record = requestRecord({ state, ...(answer && { answer: { id: "x", ...answer } }) });
    const { container } = show(record);
    expect(container.textContent).toContain(words);
    expect(screen.queryAllByRole("button")).toEqual([]);
    await expectAccessible(container);
  });

  it("does not say that the reader approved what somebody else did", async () => {
    const record = requestRecord();
    const answer = { id: record.requestId, ok: true };
    const { container } = show(record, async () => ({
      accepted: false,
      record: { ...record, state: "answered", answer },
    }));
    await press("Approve");
    expect(container.textContent).toContain("Somebody was first: Approved.");
  });

  it("shows when it expires, and takes no answer afterwards", async () => {
    const { container, rerender } = show(requestRecord({ request: { expiresAt: Date.now() + 45_000 } }));
    expect(container.textContent).toMatch(/Expires in 4\d seconds\./);
    await expectAccessible(container);
    rerender(
      <RequestPrompt
        key="late"
        request={requestRecord({ request: { expiresAt: new Date(Date.now() - 1).toISOString() } })}
        onAnswer={vi.fn()}
      />,
    );
    expect(container.textContent).toContain("Expired. Nothing was run.");
    expect(screen.queryByRole("button", { name: "Approve" })).toBeNull();
  });

  it("is counted down for all to read, and said aloud twice near the end, not every second", () => {
    vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
    try {
      const { container } = show(requestRecord({ request: { expiresAt: Date.now() + 62_500 } }));
      const status = [...container.querySelectorAll("[role=status]")].at(-1);
      const said: string[] = [];
      const shown = new Set<string>();
      for (let second = 0; second < 62; second += 1) {
        const words = status?.textContent ?? "";
        if (said.at(-1) !== words) said.push(words);
        shown.add(container.querySelector(".hp-expiry")?.textContent ?? "");
        act(() => vi.advanceTimersByTime(1000));
      }
      expect(said).toHaveLength(3);
      expect(said[0]).toBe("");
      expect(said[1]).toMatch(/Expires in (?:1 minute|60 seconds)\./);
      expect(said[2]).toMatch(/Expires in 1[45] seconds\./);
      expect(shown.size).toBeGreaterThan(50);
      act(() => vi.advanceTimersByTime(1000));
      expect(status?.textContent).toBe("Expired. Nothing was run.");
    } finally {
      vi.useRealTimers();
    }
  });

  it("leaves the focus where it is, also when a reason was being typed before a reload", () => {
    const record = requestRecord();
    drafts.write(record.requestId, { step: "reject", reason: "not m" });
    show(record);
    expect(screen.getByRole("textbox")).toHaveProperty("value", "not m");
    expect(document.activeElement).toBe(document.body);
  });

  it("draws nothing hidden where a tool is named in our own words", async () => {
    const { container } = show(
      requestRecord({
        call: { toolName: "pay\u202e\u200b" },
        request: { data: { destructive: true, always: true } },
      }),
    );
    expect(container.textContent).not.toMatch(/[\p{Cf}]/u);
    await userEvent.click(page.getByRole("checkbox"));
    await press("Approve, and do not ask again");
    expect(container.textContent).not.toMatch(/[\p{Cf}]/u);
  });

  it("keeps the focus in the prompt when what had it goes away", async () => {
    const { container } = show(requestRecord());
    await press("Approve");
    await vi.waitFor(() => expect(document.activeElement).toBe(container.querySelector(".hp-prompt")));
  });
});

function Below({ height, record, onAnswer }: { height: number; record: RequestRecord; onAnswer: SendAnswer }) {
  return (
    <>
      <div style={{ height }} />
      <RequestPrompt request={record} onAnswer={onAnswer} />
    </>
  );
}
