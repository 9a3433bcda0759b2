import { cleanup, render, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { RequestQueue } from "./request-queue.tsx";
import { requestRecord } from "./request-records.fixture.ts";

let host: HTMLElement;
beforeEach(() => {
  localStorage.clear();
  host = document.body.appendChild(document.createElement("div"));
});
afterEach(() => {
  cleanup();
  host.remove();
});

it("inside a shadow root a prompt is answered, and keeps the focus, as anywhere else", async () => {
  const root = host.attachShadow({ mode: "open" });
  const container = root.appendChild(document.createElement("div"));
  const requests = ["pay", "mail"].map((toolName) => requestRecord({ call: { toolName } }));
  const given: string[] = [];
  const queue = (open: typeof requests) => (
    <RequestQueue
      requests={open}
      onAnswer={async (requestId, answer) => {
        given.push(requestId);
        const record = requests.find((request) => request.requestId === requestId);
        if (record === undefined) throw new Error("no such request");
        return { accepted: true, record: { ...record, state: "answered", answer: { id: requestId, ...answer } } };
      }}
    />
  );
  const { rerender } = render(queue(requests), { container });
  const button = within(container).getByRole("button", { name: "Approve" });
  await vi.waitFor(() => expect(button.dataset.guard).toBe("ready"), { timeout: 15_000 });
  await userEvent.click(button);
  expect(given).toEqual([requests[0]?.requestId]);
  // What was pressed is gone: the frame has the focus, inside the root.
  await vi.waitFor(() => expect(root.activeElement?.textContent).toContain("Approved."), { timeout: 15_000 });
  rerender(queue(requests.slice(1)));
  await vi.waitFor(() => expect(root.activeElement?.textContent).toContain("Approve mail?"), { timeout: 15_000 });
  expect(document.activeElement).toBe(host);
});
