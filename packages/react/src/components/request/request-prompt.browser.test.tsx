import { AnswerError, type RequestRecord } from "@holdpoint/core";
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { returnAuthorization } from "../../binding/authorization-channel.ts";
import { drafts } from "../../binding/draft-store.ts";
import { expectAccessible } from "../check-accessible.fixture.ts";
import { HoldpointComponents } from "../holdpoint-components.tsx";
import "../theme.css";
import { ApprovalPrompt } from "./approval-prompt.tsx";
import type { PromptProps } from "./prompt-props.ts";
import { RequestPrompt } from "./request-prompt.tsx";
import { answerBox, requestRecord } from "./request-records.fixture.ts";
import type { SendAnswer } from "./use-answer.ts";

beforeEach(() => {
  localStorage.clear();
});
afterEach(cleanup);

function show(record: RequestRecord, onAnswer?: SendAnswer) {
  const box = answerBox(record);
  const view = render(<RequestPrompt request={record} onAnswer={onAnswer ?? box.onAnswer} />);
  return { ...view, given: box.given };
}

/** Presses like a person: waits until the button can be pressed, then moves there and clicks. */
const press = (name: string) => userEvent.click(page.getByRole("button", { name, exact: true }));

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
    expect(container.textContent).toContain("You said yes.");
    expect(screen.queryByRole("button", { name: "Approve" })).toBeNull();
    await expectAccessible(container);
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

    await vi.waitFor(() => expect(button.dataset.guard).toBe("ready"), { timeout: 3000 });
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
    await vi.waitFor(() => expect(button.dataset.guard).toBe("ready"), { timeout: 3000 });
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
    await vi.waitFor(() => expect(button.dataset.guard).toBe("ready"), { timeout: 3000 });
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
    ["settled", { ok: true }, "You said yes."],
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

describe("an authorization", () => {
  const url = "https://login.example.com/authorize?client=1&state=abcdefgh12345";

  it("shows the whole address with its host standing out, and opens it where it cannot reach back", async () => {
    const { container } = show(
      requestRecord({ origin: "tool", request: { kind: "authorization", prompt: "Sign in", url } }),
    );
    const link = screen.getByRole("link", { name: "Sign in at login.example.com" });
    expect(link.getAttribute("href")).toBe(url);
    expect(link.getAttribute("target")).toBe("_blank");
    expect(link.getAttribute("rel")).toBe("noopener noreferrer");
    expect(container.querySelector(".hp-url")?.textContent).toBe(url);
    expect(container.querySelector(".hp-url__host")?.textContent).toBe("login.example.com");
    await expectAccessible(container);
  });

  it.each(["javascript:CANARY()", "https://accounts.google.com@evil.example/", "//evil.example", "http://example.com"])(
    "does not open %s",
    async (bad) => {
      const { container, given } = show(
        requestRecord({ request: { kind: "authorization", prompt: "Sign in", url: bad } }),
      );
      expect(container.querySelector("a")).toBeNull();
      expect(container.textContent).toContain("This address is not opened");
      expect(screen.queryByRole("button", { name: "I have signed in" })).toBeNull();
      await press("Decline");
      expect(given).toEqual([{ ok: false, reason: "declined" }]);
    },
  );

  it("warns of a host that may imitate another", () => {
    const { container } = show(
      requestRecord({ request: { kind: "authorization", prompt: "?", url: "https://аpple.com/" } }),
    );
    expect(container.textContent).toContain("xn--pple-43d.com is written with letters that can look like another name");
  });

  it("goes on by itself when the page it returns to reports back", async () => {
    const { given } = show(requestRecord({ request: { kind: "authorization", prompt: "?", url } }));
    const heard = await returnAuthorization({ state: "abcdefgh12345", ok: true, data: { code: "c1" } });
    expect(heard).toBe(true);
    await vi.waitFor(() => expect(given).toEqual([{ ok: true, data: { code: "c1" } }]));
  });

  it("hears nobody who does not know its state", async () => {
    const { given } = show(requestRecord({ request: { kind: "authorization", prompt: "?", url } }));
    expect(await returnAuthorization({ state: "another-state", ok: true }, 300)).toBe(false);
    const channel = new BroadcastChannel("holdpoint.authorization.abcdefgh12345");
    channel.postMessage({ type: "holdpoint.authorization", state: "other", ok: true });
    channel.postMessage({ type: "holdpoint.authorization", state: "abcdefgh12345", ok: "true" });
    channel.postMessage("ok");
    channel.close();
    expect(given).toEqual([]);
  });

  it("takes a person's word for it", async () => {
    const { given } = show(requestRecord({ request: { kind: "authorization", prompt: "?", url } }));
    await press("I have signed in");
    expect(given).toEqual([{ ok: true }]);
  });
});

describe("a call in doubt", () => {
  const doubt = () =>
    requestRecord({
      origin: "in_doubt",
      request: { kind: "in_doubt", prompt: "Did it?", data: { choices: ["ran", "run_again", "give_up"] } },
    });

  it.each([
    ["It ran", { outcome: "ran" }],
    ["Run it again", { outcome: "run_again" }],
    ["Give up on it", { outcome: "give_up" }],
  ])("%s", async (button, data) => {
    const { container, given } = show(doubt());
    expect(container.textContent).toContain("with exactly this, was cut off:");
    await press(button);
    expect(given).toEqual([{ ok: true, data }]);
  });

  it("tells the agent what came of it", async () => {
    const { container, given } = show(doubt());
    await expectAccessible(container);
    await userEvent.fill(page.getByRole("textbox"), "refunded, number 7");
    await press("It ran");
    expect(given).toEqual([{ ok: true, data: { outcome: "ran", output: "refunded, number 7" } }]);
  });
});

describe("another kind", () => {
  it("is shown as it is, to say yes or no to", async () => {
    const { container, given } = show(
      requestRecord({ origin: "tool", request: { kind: "constructor", prompt: "Look", data: { a: 1 } } }),
    );
    await expectAccessible(container);
    await press("Yes");
    expect(given).toEqual([{ ok: true }]);
  });

  it("is a form where it brings a schema", () => {
    show(
      requestRecord({
        request: {
          kind: "survey",
          prompt: "?",
          data: { schema: { type: "object", properties: { mood: { type: "string" } } } },
        },
      }),
    );
    expect(screen.getByRole("textbox", { name: /mood/ })).toBeTruthy();
  });

  it("is drawn by the host's own prompt", async () => {
    const record = requestRecord({ request: { kind: "rating", prompt: "?" } });
    const box = answerBox(record);
    render(
      <HoldpointComponents prompts={{ rating: Rating }}>
        <RequestPrompt request={record} onAnswer={box.onAnswer} />
      </HoldpointComponents>,
    );
    await press("Five of refund_order");
    expect(box.given).toEqual([{ ok: true, data: 5 }]);
  });

  it("leaves relayed calls to the page", () => {
    const { container } = show(
      requestRecord({
        origin: "tool",
        request: { kind: "tool_call", prompt: "", data: { calls: [{ id: "1", name: "x" }] } },
      }),
    );
    expect(container.textContent).toContain("The page itself answers this.");
    expect(screen.queryAllByRole("button")).toEqual([]);
  });
});

function Rating({ record, answer }: PromptProps) {
  return (
    <button type="button" onClick={() => void answer({ ok: true, data: 5 })}>
      Five of {record.call.toolName}
    </button>
  );
}

it("has every word replaceable", async () => {
  const record = requestRecord();
  render(
    <HoldpointComponents labels={{ prompt: { approve: "Genehmigen", title: (_kind, tool) => `Darf ${tool} laufen?` } }}>
      <RequestPrompt request={record} onAnswer={answerBox(record).onAnswer} />
    </HoldpointComponents>,
  );
  expect(screen.getByRole("heading").textContent).toBe("Darf refund_order laufen?");
  expect(screen.getByRole("button", { name: "Genehmigen" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Reject…" })).toBeTruthy();
});
