import type { RequestRecord } from "@holdpoint/core";
import { cleanup, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { expectAccessible } from "../check-accessible.fixture.ts";
import "../theme.css";
import { RequestQueue, type RequestQueueProps } from "./request-queue.tsx";
import { requestRecord } from "./request-records.fixture.ts";
import { press } from "./show-prompt.fixture.tsx";

beforeEach(() => localStorage.clear());
afterEach(cleanup);

/** A page whose queue holds what is open: an answered Request leaves it. */
function Page({ all, layout }: { all: readonly RequestRecord[]; layout?: RequestQueueProps["layout"] }) {
  const [open, setOpen] = useState(all);
  return (
    <>
      <button type="button" style={{ minHeight: 40 }}>
        Before
      </button>
      <RequestQueue
        requests={open}
        {...(layout && { layout })}
        onAnswer={async (requestId, answer) => {
          const record = open.find((request) => request.requestId === requestId);
          if (record === undefined) throw new Error("answered twice");
          setOpen(open.filter((request) => request !== record));
          return { accepted: true, record: { ...record, state: "answered", answer: { id: requestId, ...answer } } };
        }}
      />
    </>
  );
}

function requests(...tools: string[]): RequestRecord[] {
  return tools.map((toolName) => requestRecord({ call: { toolName } }));
}

/** How long a busy machine may take. */
const patience = { timeout: 15_000 };

const focused = (): string => document.activeElement?.querySelector("h3")?.textContent ?? "";

describe.each(["one", "all"] as const)("a queue that shows %s", (layout) => {
  it("is gone through by keyboard alone, and says where one is", async () => {
    const { container } = render(<Page all={requests("pay", "mail", "wipe")} layout={layout} />);
    await expectAccessible(container);
    expect(document.activeElement).toBe(document.body);
    await userEvent.keyboard("{Tab}{Tab}{Tab}{Enter}");
    expect(focused()).toBe("Approve mail?");
    expect(screen.getByText("2 of 3")).toBeTruthy();
    await userEvent.keyboard("{Alt>}{PageDown}{/Alt}");
    expect(focused()).toBe("Approve wipe?");
    // There is nothing behind the last one.
    await userEvent.keyboard("{Alt>}{PageDown}{/Alt}");
    expect(focused()).toBe("Approve wipe?");
    await userEvent.keyboard("{Alt>}{PageUp}{/Alt}{Alt>}{PageUp}{/Alt}");
    expect(focused()).toBe("Approve pay?");
    expect(screen.getByText("1 of 3")).toBeTruthy();
  });

  it("goes on to the next when one was answered, and gives the focus back when none is left", async () => {
    render(<Page all={requests("pay", "mail")} layout={layout} />);
    const before = screen.getByRole("button", { name: "Before" });
    before.focus();
    await userEvent.keyboard("{Tab}{Tab}{Enter}");
    expect(focused()).toBe("Approve mail?");
    await approveFocused();
    await vi.waitFor(() => expect(focused()).toBe("Approve pay?"), patience);
    expect(screen.queryByText(/^\d of \d$/)).toBeNull();
    await approveFocused();
    await vi.waitFor(() => expect(document.activeElement).toBe(before), patience);
  });
});

/** Tabs to the button of the prompt that has the focus, waits until it takes a press, and presses it. */
async function approveFocused(): Promise<void> {
  const prompt = document.activeElement;
  const button = [...(prompt?.querySelectorAll("button") ?? [])].find(({ textContent }) => textContent === "Approve");
  if (button === undefined) throw new Error("no prompt has the focus");
  for (let steps = 0; document.activeElement !== button && steps < 10; steps += 1) await userEvent.keyboard("{Tab}");
  await vi.waitFor(() => expect(button.dataset.guard).toBe("ready"), patience);
  await userEvent.keyboard("{Enter}");
}

describe("a queue", () => {
  it("leaves the focus where somebody types when a Request comes or goes", async () => {
    const field = document.body.appendChild(document.createElement("input"));
    const [first, second] = requests("pay", "mail");
    if (first === undefined || second === undefined) throw new Error("no requests");
    const { rerender } = render(<RequestQueue requests={[first]} onAnswer={async () => undefined} />);
    field.focus();
    rerender(<RequestQueue requests={[first, second]} onAnswer={async () => undefined} />);
    rerender(<RequestQueue requests={[second]} onAnswer={async () => undefined} />);
    rerender(<RequestQueue requests={[]} onAnswer={async () => undefined} />);
    expect(document.activeElement).toBe(field);
    field.remove();
  });

  it("keeps to the Request that is looked at when another one before it goes away", async () => {
    const all = requests("pay", "mail", "wipe");
    const { rerender } = render(<RequestQueue requests={all} onAnswer={async () => undefined} />);
    await press("Next");
    rerender(<RequestQueue requests={all.slice(1)} onAnswer={async () => undefined} />);
    expect(screen.getByRole("heading").textContent).toBe("Approve mail?");
    expect(screen.getByText("1 of 2")).toBeTruthy();
  });

  it("does not take the second half of a double click for the next Request", async () => {
    render(<Page all={requests("pay", "mail")} />);
    const button = screen.getByRole("button", { name: "Approve" });
    await vi.waitFor(() => expect(button.dataset.guard).toBe("ready"), patience);
    await userEvent.dblClick(button);
    await vi.waitFor(() => expect(screen.getByRole("heading").textContent).toBe("Approve mail?"), patience);
    expect(screen.getByRole("button", { name: "Approve" })).toBeTruthy();
  });
});
