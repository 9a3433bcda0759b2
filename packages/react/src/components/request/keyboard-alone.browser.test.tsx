import { cleanup } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { userEvent } from "vitest/browser";
import "../theme.css";
import { type RequestInput, requestRecord } from "./request-records.fixture.ts";
import { show } from "./show-prompt.fixture.tsx";

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(cleanup);

/** How long a busy machine may take. */
const patience = { timeout: 15_000 };

/** Goes on with Tab until something of this name has the focus. */
async function tabTo(name: string): Promise<HTMLElement> {
  for (let steps = 0; steps < 30; steps += 1) {
    await userEvent.keyboard("{Tab}");
    const element = document.activeElement;
    if (element instanceof HTMLElement && nameOf(element) === name) return element;
  }
  throw new Error(`Tab never came to "${name}".`);
}

function nameOf(element: HTMLElement): string {
  const labels = "labels" in element ? (element.labels as NodeListOf<HTMLLabelElement> | null) : null;
  return (element.getAttribute("aria-label") ?? labels?.[0]?.textContent ?? element.textContent ?? "").trim();
}

/** Presses a guarded button with the keyboard, once it takes a press. */
async function pressWithKey(name: string, key = "{Enter}"): Promise<void> {
  const button = await tabTo(name);
  await vi.waitFor(() => expect(button.dataset.guard).toBe("ready"), patience);
  await userEvent.keyboard(key);
}

function open(request: RequestInput["request"], more: RequestInput = {}) {
  return show(requestRecord({ origin: "tool", ...more, request: { prompt: "Please.", ...request } }));
}

describe("by keyboard alone", () => {
  it("an approval is given", async () => {
    const { given } = show(requestRecord());
    await pressWithKey("Approve", " ");
    await vi.waitFor(() => expect(given).toEqual([{ ok: true }]), patience);
  });

  it("an approval is refused with a reason", async () => {
    const { given } = show(requestRecord());
    await tabTo("Reject…");
    await userEvent.keyboard("{Enter}not mine");
    await pressWithKey("Reject");
    const answer = { ok: false, reason: "declined", data: { reason: "not mine" } };
    await vi.waitFor(() => expect(given).toEqual([answer]), patience);
  });

  it("a destructive call is approved twice", async () => {
    const { given } = show(requestRecord({ request: { data: { destructive: true } } }));
    await pressWithKey("Approve");
    expect(given).toEqual([]);
    await pressWithKey("Yes, run it");
    await vi.waitFor(() => expect(given).toEqual([{ ok: true }]), patience);
  });

  it("a form is filled in, and says what is missing on the way", async () => {
    const schema = {
      type: "object",
      properties: {
        environment: { enum: ["staging", "production"], title: "Environment" },
        replicas: { type: "integer", title: "Replicas" },
        notify: { type: "boolean", title: "Notify" },
      },
      required: ["environment", "replicas"],
    };
    const { given } = open({ kind: "input", data: { schema } });
    await pressWithKey("Send answer");
    await vi.waitFor(() => expect(document.activeElement?.getAttribute("type")).toBe("radio"), patience);
    await userEvent.keyboard(" {ArrowDown}{Tab}3{Tab} ");
    await pressWithKey("Send answer");
    const answer = { ok: true, data: { environment: "production", replicas: 3, notify: true } };
    await vi.waitFor(() => expect(given).toEqual([answer]), patience);
  });

  it("questions are answered", async () => {
    const questions = [
      { question: "Where to?", options: ["Rome", "Oslo"] },
      { question: "With whom?", options: ["Ann", "Bob"], multiple: true },
      { question: "When?" },
    ];
    const { given } = open({ kind: "question", data: { questions } });
    await tabTo("Rome");
    await userEvent.keyboard(" {ArrowDown}");
    await tabTo("Ann");
    await userEvent.keyboard(" {Tab} ");
    await tabTo("When?");
    await userEvent.keyboard("May");
    await pressWithKey("Send answer");
    const answers = [
      { question: "Where to?", answer: "Oslo" },
      { question: "With whom?", answer: ["Ann", "Bob"] },
      { question: "When?", answer: "May" },
    ];
    await vi.waitFor(() => expect(given).toEqual([{ ok: true, data: { answers } }]), patience);
  });

  it("a sign-in is opened, and said to be done", async () => {
    const opened = vi.spyOn(window, "open").mockReturnValue(null);
    const { given } = open({ kind: "authorization", url: "https://login.example.com/?state=abcdefgh1" });
    await tabTo("Sign in at login.example.com");
    await userEvent.keyboard("{Enter}");
    expect(opened).toHaveBeenCalledTimes(1);
    opened.mockRestore();
    await pressWithKey("I have signed in");
    await vi.waitFor(() => expect(given).toEqual([{ ok: true }]), patience);
  });

  it("a sign-in is called off", async () => {
    const { given } = open({ kind: "authorization", url: "https://login.example.com/" });
    await pressWithKey("Cancel");
    await vi.waitFor(() => expect(given).toEqual([{ ok: false, reason: "cancelled" }]), patience);
  });

  it.each([
    ["It ran", { outcome: "ran", output: "paid" }],
    ["Run it again", { outcome: "run_again" }],
    ["Give up on it", { outcome: "give_up" }],
  ])("a doubt is settled: %s", async (name, data) => {
    const { given } = open({ kind: "in_doubt" }, { origin: "in_doubt" });
    await tabTo("What came of it? The agent reads this (optional)");
    await userEvent.keyboard("paid");
    await pressWithKey(name);
    await vi.waitFor(() => expect(given).toEqual([{ ok: true, data }]), patience);
  });

  it("a kind nobody knows is answered", async () => {
    const { given } = open({ kind: "countersign", data: { copies: 2 } });
    await tabTo("What it sent along");
    await userEvent.keyboard("{Enter}");
    await pressWithKey("Yes");
    await vi.waitFor(() => expect(given).toEqual([{ ok: true }]), patience);
  });
});
