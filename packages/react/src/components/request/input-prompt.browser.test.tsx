import { AnswerError } from "@holdpoint/core";
import { cleanup, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { drafts } from "../../binding/draft-store.ts";
import { expectAccessible } from "../check-accessible.fixture.ts";
import { codeIsHere } from "../code-here.fixture.ts";
import { misplacedMarks } from "../misplaced-marks.fixture.ts";
import { requestRecord } from "./request-records.fixture.ts";
import { press, show } from "./show-prompt.fixture.tsx";
import type { SendAnswer } from "./use-answer.ts";

beforeEach(() => localStorage.clear());
afterEach(cleanup);

describe("an input", () => {
  const schema = {
    type: "object",
    properties: {
      environment: { type: "string", enum: ["staging", "production"], title: "Environment" },
      replicas: { type: "integer", minimum: 1, maximum: 9, default: 2, description: "How many" },
      contact: { type: "string", format: "email" },
      notify: { type: "boolean" },
      regions: { type: "array", items: { enum: ["eu", "us"] } },
      size: { enum: ["1", "2", "3", "4", "5", "6", "7"] },
      notes: { type: "string", maxLength: 2000 },
    },
    required: ["environment", "contact"],
  };

  it("is a form of its schema, and answers with its values", async () => {
    const { container, given } = show(
      requestRecord({ origin: "tool", request: { kind: "input", prompt: "Which environment?", data: { schema } } }),
    );
    await expectAccessible(container);
    await userEvent.click(page.getByRole("radio", { name: "production" }));
    await userEvent.fill(page.getByRole("textbox", { name: "contact" }), "ops@example.com");
    await userEvent.click(page.getByRole("checkbox", { name: "notify" }));
    await userEvent.click(page.getByRole("checkbox", { name: "eu" }));
    await userEvent.selectOptions(page.getByRole("combobox"), "6");
    await press("Send answer");
    expect(given).toEqual([
      {
        ok: true,
        data: {
          environment: "production",
          replicas: 2,
          contact: "ops@example.com",
          notify: true,
          regions: ["eu"],
          size: "6",
        },
      },
    ]);
  });

  it("says what is wrong at each field, and goes there", async () => {
    const { container, given } = show(requestRecord({ request: { kind: "input", prompt: "?", data: { schema } } }));
    await userEvent.fill(page.getByRole("textbox", { name: "contact" }), "nobody");
    await press("Send answer");
    expect(given).toEqual([]);
    expect(container.textContent).toContain("This is needed.");
    expect(container.textContent).toContain("This must be an e-mail address.");
    expect(container.textContent).toContain("2 fields need another look.");
    expect(document.activeElement?.getAttribute("type")).toBe("radio");
    await expectAccessible(container);
  });

  it("shows at its field what the check of the answer says", async () => {
    const send: SendAnswer = async () => {
      throw new AnswerError("answer-invalid", "contact must end in .com", { path: "data.contact" });
    };
    const { container } = show(requestRecord({ request: { kind: "input", prompt: "?", data: { schema } } }), send);
    await userEvent.click(page.getByRole("radio", { name: "staging" }));
    await userEvent.fill(page.getByRole("textbox", { name: "contact" }), "a@b.org");
    await press("Send answer");
    const field = screen.getByRole("textbox", { name: "contact" });
    await vi.waitFor(() => expect(field.getAttribute("aria-invalid")).toBe("true"));
    expect(container.querySelector(`[id="${field.getAttribute("aria-describedby")}"]`)?.textContent).toContain(
      "must end in .com",
    );
  });

  it("says at its field that a pattern is not met, whose check stays with whoever takes the answer", async () => {
    const plate = { type: "object", properties: { plate: { type: "string", pattern: "^[A-Z]{2}$" } } };
    const { container, given } = show(
      requestRecord({ request: { kind: "input", prompt: "?", data: { schema: plate } } }),
      async () => {
        throw new AnswerError("answer-invalid", "its data does not fit", { path: "data.plate" });
      },
    );
    await userEvent.fill(page.getByRole("textbox", { name: "plate" }), "x");
    await press("Send answer");
    await vi.waitFor(() => expect(container.textContent).toContain("does not have the form that is asked for"));
    expect(document.activeElement).toBe(screen.getByRole("textbox", { name: /plate/ }));
    expect(given).toEqual([]);
  });

  it("draws nothing hidden in what a stranger's schema calls its fields and choices", () => {
    const hidden = {
      type: "object",
      properties: {
        "a\u202eb": { enum: ["x\u200by", "z\u2028"], title: "T\u2066itle", description: "D\u00adescription" },
        many: { enum: ["1\u202e", "2", "3", "4", "5", "6"] },
      },
    };
    const { container } = show(requestRecord({ request: { kind: "input", prompt: "?", data: { schema: hidden } } }));
    expect(container.textContent).not.toMatch(/[\p{Cf}\p{Zl}]/u);
    expect(container.textContent).toContain("\\u{202E}");
  });

  it("keeps the marks of a stranger's words with them on a page from right to left", async () => {
    document.documentElement.dir = "rtl";
    onTestFinished(() => document.documentElement.removeAttribute("dir"));
    const properties = {
      city: { type: "string", title: "Which city?", description: "Where to?" },
      size: { enum: ["What?"], title: "How large?" },
      sure: { type: "boolean", title: "Sure?" },
    };
    const { container } = show(
      requestRecord({
        origin: "tool",
        request: { kind: "input", prompt: "Please.", data: { schema: { type: "object", properties } } },
      }),
    );
    await codeIsHere(container);
    expect(misplacedMarks(container)).toEqual([]);
    expect(container.textContent).toContain("Which city?");
  });

  it("keeps what was typed over a reload, until it was answered", async () => {
    const record = requestRecord({ request: { kind: "input", prompt: "?", data: { schema } } });
    const first = show(record);
    await userEvent.fill(page.getByRole("textbox", { name: "contact" }), "half typ");
    first.unmount();
    expect(localStorage.getItem(`holdpoint.draft.${record.requestId}`)).toContain("half typ");
    const { given } = show(record);
    expect(screen.getByRole("textbox", { name: "contact" })).toHaveProperty("value", "half typ");
    await userEvent.fill(page.getByRole("textbox", { name: "contact" }), "a@b.org");
    await userEvent.click(page.getByRole("radio", { name: "staging" }));
    await press("Send answer");
    expect(given).toHaveLength(1);
    expect(drafts.read(record.requestId)).toBeUndefined();
    expect(localStorage.getItem(`holdpoint.draft.${record.requestId}`)).toBeNull();
  });

  it("refuses to ask for a secret, and keeps no draft of it", async () => {
    const { container, given } = show(
      requestRecord({
        request: {
          kind: "input",
          prompt: "?",
          data: { schema: { type: "object", properties: { password: { type: "string" } } } },
        },
      }),
    );
    expect(screen.queryByRole("textbox")).toBeNull();
    expect(container.textContent).toContain("asks for a secret (password)");
    await expectAccessible(container);
    await press("Decline");
    expect(given).toEqual([{ ok: false, reason: "declined" }]);
  });

  it("takes one value where the schema is no object", async () => {
    const { given } = show(
      requestRecord({ request: { kind: "input", prompt: "?", data: { schema: { type: "string", minLength: 2 } } } }),
    );
    await userEvent.fill(page.getByRole("textbox", { name: "Your answer" }), "ok");
    await press("Send answer");
    expect(given).toEqual([{ ok: true, data: "ok" }]);
  });
});
