import { cleanup, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { DraftStore } from "../../binding/draft-store.ts";
import { expectAccessible } from "../check-accessible.fixture.ts";
import { requestRecord } from "./request-records.fixture.ts";
import { press, show } from "./show-prompt.fixture.tsx";

beforeEach(() => localStorage.clear());
afterEach(cleanup);

describe("a question", () => {
  const questions = [
    { question: "Where to?", header: "Place", options: ["Rome", "Oslo"] },
    { question: "With whom?", options: ["Ann", "Bob"], multiple: true },
    { question: "When?" },
  ];

  it("can be read before its form is here", () => {
    const { container } = show(
      requestRecord({ origin: "tool", request: { kind: "question", prompt: "", data: { questions } } }),
    );
    expect(screen.queryByRole("button", { name: "Send answer" })).toBeNull();
    for (const { question } of questions) expect(container.textContent).toContain(question);
    expect(container.textContent).toContain("Loading…");
  });

  it("takes a choice, several, own words and a text", async () => {
    const { container, given } = show(
      requestRecord({ origin: "tool", request: { kind: "question", prompt: "Where to? …", data: { questions } } }),
    );
    await expectAccessible(container);
    await userEvent.click(page.getByRole("radio", { name: "Oslo" }));
    await userEvent.click(page.getByRole("checkbox", { name: "Ann" }));
    await userEvent.fill(page.getByRole("textbox", { name: "Something else: With whom?" }), "Eve");
    await userEvent.fill(page.getByRole("textbox", { name: "When?", exact: true }), "May");
    await press("Send answer");
    expect(given).toEqual([
      {
        ok: true,
        data: {
          answers: [
            { question: "Where to?", answer: "Oslo" },
            { question: "With whom?", answer: ["Ann", "Eve"] },
            { question: "When?", answer: "May" },
          ],
        },
      },
    ]);
  });

  it("asks for what is missing", async () => {
    const { container, given } = show(
      requestRecord({ request: { kind: "question", prompt: "?", data: { questions } } }),
    );
    await press("Send answer");
    expect(given).toEqual([]);
    expect(container.textContent).toContain("3 fields need another look.");
  });

  it("asks its prompt where the data holds no questions", async () => {
    const { given } = show(
      requestRecord({ request: { kind: "question", prompt: "Really?", data: { questions: "none" } } }),
    );
    await userEvent.fill(page.getByRole("textbox", { name: "Really?" }), "yes");
    await press("Send answer");
    expect(given).toEqual([{ ok: true, data: { answers: [{ question: "Really?", answer: "yes" }] } }]);
  });

  it("refuses to ask for a secret in own words, and lets choose where it has options", async () => {
    const secret = { question: "What is your password?" };
    const choice = { question: "Which API key?", options: ["staging", "production"] };
    const refused = show(requestRecord({ request: { kind: "question", prompt: "?", data: { questions: [secret] } } }));
    expect(screen.queryByRole("textbox")).toBeNull();
    expect(refused.container.textContent).toContain("asks for a secret (What is your password?)");
    await press("Decline");
    expect(refused.given).toEqual([{ ok: false, reason: "declined" }]);
    refused.unmount();

    const { given } = show(
      requestRecord({ request: { kind: "question", prompt: "?", data: { questions: [choice] } } }),
    );
    expect(screen.queryByRole("textbox")).toBeNull();
    await userEvent.click(page.getByRole("radio", { name: "staging" }));
    await press("Send answer");
    expect(given).toEqual([{ ok: true, data: { answers: [{ question: "Which API key?", answer: "staging" }] } }]);
  });

  it("takes own words in place of a choice, and a choice in place of own words", async () => {
    const one = [{ question: "Where to?", options: ["Rome", "Oslo"] }];
    const { given } = show(requestRecord({ request: { kind: "question", prompt: "?", data: { questions: one } } }));
    const other = page.getByRole("textbox", { name: "Something else: Where to?" });
    await userEvent.click(page.getByRole("radio", { name: "Oslo" }));
    await userEvent.fill(other, "Bergen");
    expect(screen.getByRole("radio", { name: "Oslo" })).toHaveProperty("checked", false);
    await userEvent.click(page.getByRole("radio", { name: "Rome" }));
    expect(screen.getByRole("textbox")).toHaveProperty("value", "");
    await userEvent.fill(other, "Bergen");
    await press("Send answer");
    expect(given).toEqual([{ ok: true, data: { answers: [{ question: "Where to?", answer: "Bergen" }] } }]);
  });

  it("keeps what was answered so far over a reload", async () => {
    const record = requestRecord({ request: { kind: "question", prompt: "?", data: { questions } } });
    const first = show(record);
    await userEvent.click(page.getByRole("radio", { name: "Oslo" }));
    await userEvent.click(page.getByRole("checkbox", { name: "Bob" }));
    first.unmount();
    expect(new DraftStore().read(record.requestId)).toEqual({ "0": 1, "0.other": null, "1": [1] });
    show(record);
    expect(screen.getByRole("radio", { name: "Oslo" })).toHaveProperty("checked", true);
    expect(screen.getByRole("checkbox", { name: "Bob" })).toHaveProperty("checked", true);
  });
});
