import { createMemoryStore } from "@holdpoint/core";
import { cleanup, render, screen, waitForElementToBeRemoved } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { HoldpointProvider } from "../../hooks/provider.tsx";
import { openShop, refundScript } from "../../hooks/shop-page.fixture.ts";
import { expectAccessible } from "../check-accessible.fixture.ts";
import { Inbox } from "../inbox.tsx";
import { AllowedTools } from "./allowed-tools.tsx";
import { press } from "./show-prompt.fixture.tsx";

beforeEach(() => localStorage.clear());
afterEach(cleanup);

/** How long a busy machine may take. */
const patience = { timeout: 15_000 };

it("a tool that need not ask again is shown, also after a reload, and can be made to ask again", async () => {
  const store = createMemoryStore();
  const before = openShop(refundScript(1), store);
  const run = await before.runs.start({ agent: "shop", prompt: "refund it" });
  const first = render(
    <HoldpointProvider runs={before.runs}>
      <Inbox />
      <AllowedTools runId={run.runId} />
    </HoldpointProvider>,
  );
  const tick = { name: "Do not ask again before refund in this run" };
  await screen.findByRole("checkbox", tick, patience);
  expect(screen.queryByRole("region", { name: "Not asked about again in this run" })).toBeNull();
  await userEvent.click(page.getByRole("checkbox", tick));
  await press("Approve, and do not ask again");
  await screen.findByRole("button", { name: "Ask again before refund" }, patience);
  await expectAccessible(first.container);
  await vi.waitFor(() => expect(run.getView().status).toBe("done"), patience);
  first.unmount();

  const { runs, effects } = openShop(refundScript(2), store);
  const again = runs.open(run.runId);
  render(
    <HoldpointProvider runs={runs}>
      <Inbox />
      <AllowedTools runId={run.runId} />
    </HoldpointProvider>,
  );
  await again.send("refund once more");
  await vi.waitFor(() => expect(effects).toEqual(["refund A-17"]), patience);
  const button = await screen.findByRole("button", { name: "Ask again before refund" }, patience);
  await userEvent.click(button);
  if (button.isConnected) await waitForElementToBeRemoved(button, patience);
  await again.settled();
  await again.send("refund a third time");
  await screen.findByRole("button", { name: "Approve" }, patience);
  expect(effects).toEqual(["refund A-17"]);
  await runs.close();
});
