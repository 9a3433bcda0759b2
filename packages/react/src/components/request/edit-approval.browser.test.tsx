import { AnswerError } from "@holdpoint/core";
import { cleanup, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { DraftStore } from "../../binding/draft-store.ts";
import { expectAccessible } from "../check-accessible.fixture.ts";
import { requestRecord } from "./request-records.fixture.ts";
import { press, show } from "./show-prompt.fixture.tsx";

beforeEach(() => localStorage.clear());
afterEach(cleanup);

const inputSchema = {
  type: "object",
  properties: {
    order: { type: "string", title: "Order" },
    amount: { type: "number", title: "Amount", maximum: 50 },
    note: { type: "string", title: "Note" },
  },
  required: ["order", "amount"],
};
const args = { order: "A-17", amount: 42.5 };

function editable(more: Record<string, unknown> = { inputSchema }, shown: Record<string, unknown> = args) {
  return requestRecord({
    call: { args: shown },
    request: { data: { toolName: "refund_order", args: shown, editable: true, ...more } },
  });
}

/** How long a busy machine may take. */
const patience = { timeout: 15_000 };

describe("the arguments of a call", () => {
  it("cannot be changed unless the policy lets a person", () => {
    show(requestRecord({ request: { data: { inputSchema } } }));
    expect(screen.queryByRole("button", { name: "Change…" })).toBeNull();
  });

  it("are changed in a form of the tool's schema, looked at, and approved as they stand there", async () => {
    const { container, given } = show(editable());
    await press("Change…");
    const amount = page.getByRole("textbox", { name: "Amount" });
    await userEvent.fill(amount, "40");
    await userEvent.fill(page.getByRole("textbox", { name: "Note (optional)" }), "as agreed");
    await press("Look at the changes");
    expect(container.querySelector("del")?.textContent).toBe("42.5");
    expect(container.querySelector("ins")?.textContent).toBe("40");
    expect(container.textContent).toContain('note "as agreed" added');
    const shown = screen.getByRole("group", { name: "What will run" }).textContent ?? "";
    await expectAccessible(container);
    await press("Approve with these changes");
    const changed = { order: "A-17", amount: 40, note: "as agreed" };
    expect(given).toEqual([{ ok: true, data: { args: changed } }]);
    expect(JSON.parse(shown)).toEqual(changed);
  });

  it("are changed as JSON where there is no schema, with what is wrong said at the text", async () => {
    const { container, given } = show(editable({}));
    await press("Change…");
    const text = page.getByRole("textbox", { name: "Arguments, as JSON" });
    await userEvent.fill(text, '{"order": ');
    await press("Look at the changes");
    expect(container.textContent).toContain("This must be valid JSON.");
    await userEvent.fill(text, "[1]");
    await press("Look at the changes");
    expect(container.textContent).toContain("This must be a JSON object, in braces.");
    expect(document.activeElement).toBe(screen.getByRole("textbox"));
    await userEvent.fill(text, '{"order":"A-17","__proto__":{"admin":true}}');
    await press("Look at the changes");
    expect(container.textContent).toContain("__proto__");
    expect(container.textContent).toContain("removed");
    await press("Approve with these changes");
    const sent = given[0]?.data as { args: object };
    expect(Object.keys(sent.args)).toEqual(["order", "__proto__"]);
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  it.each<[string, Record<string, unknown>]>([
    ["hold what the schema does not know", { ...args, extra: 1 }],
    ["hold another type than the schema says", { order: 17, amount: 1 }],
    ["hold lines a field of one line would join", { order: "A\nB", amount: 1 }],
  ])("are changed as JSON where they %s, so that nothing is lost", async (_, shown) => {
    const { given } = show(editable({ inputSchema }, shown));
    await press("Change…");
    await screen.findByRole("textbox", { name: "Arguments, as JSON" }, patience);
    await press("Look at the changes");
    await press("Approve with these changes");
    expect(given).toEqual([{ ok: true, data: { args: shown } }]);
  });

  it("stay what they were in every field nobody touched", async () => {
    const odd = { order: "", amount: 1e-7 };
    const { given } = show(editable({ inputSchema }, odd));
    await press("Change…");
    await userEvent.fill(page.getByRole("textbox", { name: "Note (optional)" }), "x");
    await press("Look at the changes");
    await press("Approve with these changes");
    expect(given).toEqual([{ ok: true, data: { args: { ...odd, note: "x" } } }]);
  });

  it("go back to what they were when the changes are discarded", async () => {
    const { given, container } = show(editable());
    await press("Change…");
    await userEvent.fill(page.getByRole("textbox", { name: "Amount" }), "40");
    await press("Look at the changes");
    await press("Change…");
    expect(screen.getByRole("textbox", { name: "Amount" })).toHaveProperty("value", "40");
    await press("Discard the changes");
    expect(container.querySelector(".hp-changes")).toBeNull();
    await press("Approve");
    expect(given).toEqual([{ ok: true }]);
  });

  it("are kept as far as they were changed over a reload", async () => {
    const record = editable();
    const first = show(record);
    await press("Change…");
    await userEvent.fill(page.getByRole("textbox", { name: "Amount" }), "40");
    await press("Look at the changes");
    first.unmount();
    expect(new DraftStore().read(record.requestId)).toMatchObject({ edited: { ...args, amount: 40 } });
    const { given } = show(record);
    await press("Approve with these changes");
    expect(given).toEqual([{ ok: true, data: { args: { ...args, amount: 40 } } }]);
  });

  it("stay as they were changed when they are not taken", async () => {
    const { container } = show(editable(), async () => {
      throw new AnswerError("answer-invalid", "amount must be at most 50", { path: "data.args.amount" });
    });
    await press("Change…");
    await userEvent.fill(page.getByRole("textbox", { name: "Amount" }), "45");
    await press("Look at the changes");
    await press("Approve with these changes");
    await vi.waitFor(
      () => expect(screen.getByRole("alert").textContent).toContain("amount must be at most 50"),
      patience,
    );
    expect(container.querySelector("ins")?.textContent).toBe("45");
  });

  it("are changed and approved by keyboard alone", async () => {
    const { given } = show(editable());
    await userEvent.keyboard("{Tab}{Tab}{Tab}");
    expect(document.activeElement?.textContent).toBe("Change…");
    await userEvent.keyboard("{Enter}");
    // The person asked for the fields: the focus goes to the first.
    await vi.waitFor(
      () => expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Order" })),
      patience,
    );
    await userEvent.keyboard("{Tab}");
    await userEvent.keyboard("{Control>}a{/Control}40");
    await userEvent.keyboard("{Tab}{Tab}{Tab}{Enter}");
    const approve = await screen.findByRole("button", { name: "Approve with these changes" }, patience);
    await vi.waitFor(() => expect(approve.dataset.guard).toBe("ready"), patience);
    for (let steps = 0; document.activeElement !== approve && steps < 10; steps += 1) await userEvent.keyboard("{Tab}");
    await userEvent.keyboard("{Enter}");
    await vi.waitFor(() => expect(given).toEqual([{ ok: true, data: { args: { ...args, amount: 40 } } }]), patience);
  });
});

describe("a destructive call", () => {
  const destructive = () => requestRecord({ request: { data: { destructive: true } } });

  it("is asked about twice, and the second time is a press of its own", async () => {
    const { container, given } = show(destructive());
    expect(container.textContent).toContain("refund_order can change or delete things for good.");
    const button = screen.getByRole("button", { name: "Approve" });
    await vi.waitFor(() => expect(button.dataset.guard).toBe("ready"), patience);
    await userEvent.dblClick(button);
    expect(given).toEqual([]);
    expect(container.textContent).toContain("Are you sure?");
    expect(document.activeElement).not.toBe(screen.getByRole("button", { name: "Yes, run it" }));
    await expectAccessible(container);
    await press("Yes, run it");
    expect(given).toEqual([{ ok: true }]);
  });

  it("can be gone back from", async () => {
    const { given } = show(destructive());
    await press("Approve");
    await press("Back");
    await press("Reject…");
    await press("Reject");
    expect(given).toEqual([{ ok: false, reason: "declined" }]);
  });
});

describe("not being asked again", () => {
  const data = { always: true };

  it("is offered where the policy lets it, and said with the approval", async () => {
    const { given } = show(requestRecord({ request: { data } }));
    await userEvent.click(page.getByRole("checkbox", { name: "Do not ask again before refund_order in this run" }));
    await press("Approve, and do not ask again");
    expect(given).toEqual([{ ok: true, data: { always: true } }]);
  });

  it.each([
    ["the policy does not offer it", requestRecord()],
    ["a tool asks for itself", requestRecord({ origin: "tool", request: { data } })],
    [
      "a sub-agent asks",
      requestRecord({
        request: { data },
        child: {
          path: ["worker"],
          origin: "policy",
          requestId: "below",
          call: { callId: "c", toolName: "pay", args: {}, digest: "" },
        },
      }),
    ],
  ])("is not offered where %s", (_, record) => {
    show(record);
    expect(screen.queryByRole("checkbox")).toBeNull();
  });
});
