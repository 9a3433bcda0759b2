import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { HoldpointProvider } from "../../hooks/provider.tsx";
import { openShop } from "../../hooks/shop-page.fixture.ts";
import { type AgentRun, useAgentRun } from "../../hooks/use-agent-run.ts";
import { expectAccessible } from "../check-accessible.fixture.ts";
import "../theme.css";
import { RunTimeline } from "./run-timeline.tsx";

afterEach(cleanup);

let shown: AgentRun | undefined;

function Page(): ReactNode {
  const agentRun = useAgentRun({ agent: "shop" });
  shown = agentRun;
  return <RunTimeline run={agentRun.run} branching={agentRun} />;
}

/** In the conversation, not as it is read out. */
const answer = (words: string) => screen.findByText(words, { selector: ".hp-text__block" }, { timeout: 10_000 });

async function talk() {
  const shop = openShop([
    { when: { user: "one" }, reply: "Answer to one." },
    { when: { user: "two" }, reply: "Answer to two." },
    { when: { user: "three" }, reply: "Answer to three." },
  ]);
  const { container } = render(
    <HoldpointProvider runs={shop.runs}>
      <Page />
    </HoldpointProvider>,
  );
  await act(async () => shown?.send("one"));
  await answer("Answer to one.");
  return { ...shop, container };
}

async function edit(text: string): Promise<void> {
  await userEvent.click(page.getByRole("button", { name: "Edit" }));
  await userEvent.fill(page.getByRole("textbox", { name: "Edit your message" }), text);
  await userEvent.click(page.getByRole("button", { name: "Send" }));
}

describe("a message of a person", () => {
  it("can be edited: the new answer is a branch, the former one is kept, and both can be shown", async () => {
    const { runs, container } = await talk();
    const root = shown?.runId;
    await edit("two");
    await answer("Answer to two.");
    expect(screen.queryByText("Answer to one.", { selector: ".hp-text__block" })).toBeNull();
    expect(shown?.runId).not.toBe(root);
    await screen.findByText("Version 2 of 2");
    await expectAccessible(container);
    await userEvent.click(page.getByRole("button", { name: "Previous version" }));
    await answer("Answer to one.");
    expect(shown?.runId).toBe(root);
    await edit("three");
    await answer("Answer to three.");
    await screen.findByText("Version 3 of 3");
    await userEvent.click(page.getByRole("button", { name: "Previous version" }));
    await answer("Answer to two.");
    expect(shown?.branches).toHaveLength(3);
    await runs.close();
  });

  it("is not edited by words begun for a message of another run", async () => {
    const { runs } = await talk();
    const other = await runs.start({ agent: "shop", prompt: "two" });
    await other.settled();
    await userEvent.click(page.getByRole("button", { name: "Edit" }));
    await screen.findByRole("textbox");
    act(() => shown?.switchTo(other.runId));
    await answer("Answer to two.");
    expect(screen.queryByRole("textbox")).toBeNull();
    await runs.close();
  });

  it("stays as it is when editing is called off", async () => {
    const { runs } = await talk();
    await userEvent.click(page.getByRole("button", { name: "Edit" }));
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("textbox")).toBeNull());
    expect(await runs.list()).toHaveLength(1);
    await runs.close();
  });
});
