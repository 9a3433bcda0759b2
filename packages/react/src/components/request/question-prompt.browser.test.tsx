import { cleanup } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { drafts } from "../../binding/draft-store.ts";
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

  it("warns where a question asks for a secret, and keeps no draft", async () => {
    const record = requestRecord({
      request: { kind: "question", prompt: "?", data: { questions: [{ question: "What is your password?" }] } },
    });
    const { container } = show(record);
    expect(container.textContent).toContain("Type no passwords");
    await userEvent.fill(page.getByRole("textbox"), "hunter2");
    expect(JSON.stringify({ ...localStorage })).not.toContain("hunter2");
    expect(drafts.read(record.requestId)).toBeUndefined();
  });
});
