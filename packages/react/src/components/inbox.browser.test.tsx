import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { HoldpointProvider } from "../hooks/provider.tsx";
import { openShop, refundScript } from "../hooks/shop-page.fixture.ts";
import { expectAccessible } from "./check-accessible.fixture.ts";
import { Inbox } from "./inbox.tsx";
import "./theme.css";

afterEach(cleanup);

describe("Inbox", () => {
  it("says that nothing waits", async () => {
    const { runs } = openShop([]);
    const { container } = render(
      <HoldpointProvider runs={runs}>
        <Inbox />
      </HoldpointProvider>,
    );
    expect(await screen.findByText("Nothing waits for you.")).toBeTruthy();
    await expectAccessible(container);
    await runs.close();
  });

  it("shows what waits in all runs, answered on the spot, each alone", async () => {
    const { runs, effects } = openShop(refundScript(2));
    const [first, second] = await Promise.all([
      runs.start({ agent: "shop", prompt: "refund this" }),
      runs.start({ agent: "shop", prompt: "refund that" }),
    ]);
    await Promise.all([first.settled(), second.settled()]);
    const onOpenRun = vi.fn();
    const { container } = render(
      <HoldpointProvider runs={runs}>
        <Inbox onOpenRun={onOpenRun} />
      </HoldpointProvider>,
    );
    await vi.waitFor(() => expect(screen.getAllByRole("heading", { name: "Approve refund?" })).toHaveLength(2));
    expect(container.textContent).toContain("2 questions wait for you.");
    await expectAccessible(container);
    await userEvent.click(page.getByRole("button", { name: "Open the conversation" }).first());
    expect([first.runId, second.runId]).toContain(onOpenRun.mock.calls[0]?.[0]);
    await userEvent.click(page.getByRole("button", { name: "Approve" }).first());
    await vi.waitFor(() => expect(effects).toHaveLength(1));
    await vi.waitFor(() => expect(screen.getAllByRole("heading", { name: "Approve refund?" })).toHaveLength(1));
    await runs.close();
  });

  it("says when it cannot read", async () => {
    const { runs } = openShop([]);
    vi.spyOn(runs, "requests").mockRejectedValue(new Error("The store is closed."));
    const { container } = render(
      <HoldpointProvider runs={runs}>
        <Inbox />
      </HoldpointProvider>,
    );
    expect((await screen.findByRole("alert")).textContent).toContain("The store is closed.");
    await expectAccessible(container);
    await runs.close();
  });
});
