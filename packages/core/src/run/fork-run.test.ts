import { describe, expect, it } from "vitest";
import { ContentPart } from "../contracts/content-part.ts";
import { createToolkit } from "../toolkit/toolkit.ts";
import { createInProcessWire } from "../wire/in-process.ts";
import { createAgentClient } from "./agent-client.ts";
import { createMemoryStore } from "./memory-store.ts";
import { createRuns } from "./runs.ts";

/** Runs with an agent that says how many messages it has read, and what the last one was. */
function openRuns() {
  const store = createMemoryStore();
  const wire = createInProcessWire({
    model: "m",
    generate: ({ messages }) => ({ content: `${messages.length}: ${JSON.stringify(messages.at(-1)?.content)}` }),
  });
  const agent = { name: "shop", client: createAgentClient(wire), toolkit: createToolkit() };
  return { store, runs: createRuns({ store, agents: [agent] }) };
}

const said = (view: { readonly turns: readonly { readonly parts: readonly object[] }[] }) =>
  view.turns.map(({ parts }) => parts.map((part) => ("text" in part ? part.text : "…")).join(" "));

async function talk() {
  const opened = openRuns();
  const first = await opened.runs.start({ agent: "shop", prompt: "one", runId: "root" });
  await first.settled();
  await first.send("two");
  await expect.poll(() => said(first.getView()).length).toBe(4);
  await first.settled();
  return { ...opened, first };
}

describe("a branch", () => {
  it("shares what was before the message that is said anew, and leaves the run it comes from alone", async () => {
    const { runs, first } = await talk();
    const before = said(first.getView());
    const branch = await runs.fork("root", 2, "three");
    const view = await branch.settled();
    expect(said(view)).toEqual(["one", '1: "one"', "three", '3: "three"']);
    expect(said(first.getView())).toEqual(before);
    expect(view.turns.map(({ index }) => index)).toEqual([0, 1, 2, 3]);
    await runs.close();
  });

  it("says the same again where nothing else is given", async () => {
    const { runs } = await talk();
    const view = await (await runs.fork("root", 0)).settled();
    expect(said(view)).toEqual(["one", '1: "one"']);
    await runs.close();
  });

  it("lasts when the run it came from is removed, and is found by the first of all", async () => {
    const { runs, store } = await talk();
    const branch = await runs.fork("root", 2, "three");
    await branch.settled();
    const again = await runs.fork(branch.runId, 2, "four");
    await again.settled();
    await runs.remove("root");
    const list = await runs.list({ root: "root" });
    expect(list.map(({ runId }) => runId).sort()).toEqual([branch.runId, again.runId].sort());
    // A message that is edited twice has three versions, not a version of a version.
    expect((await store.getRun(again.runId))?.forkedFrom).toEqual({ runId: "root", turn: 2, root: "root" });
    expect((await store.load(branch.runId))?.turns).toHaveLength(4);
    await runs.close();
  });

  it("keeps what was attached when only the words change", async () => {
    const { runs, store } = openRuns();
    const file = await ContentPart.from(new Blob(["x,y"], { type: "text/csv" }), { name: "a.csv" });
    const first = await runs.start({ agent: "shop", prompt: [ContentPart.text("read this"), file] });
    await first.settled();
    const branch = await runs.fork(first.runId, 0, "read it again");
    await branch.settled();
    await runs.remove(first.runId);
    const [message] = branch.getView().turns;
    expect(message?.parts.map((part) => part.kind)).toEqual(["TEXT", "CONTENT"]);
    const content = message?.parts[1]?.kind === "CONTENT" ? message.parts[1].content : undefined;
    const hash = content !== undefined && "blob" in content ? content.blob : "";
    expect(await (await store.getBlob(hash))?.text()).toBe("x,y");
    await runs.close();
  });

  it("is refused where the turn is no message of a person", async () => {
    const { runs } = await talk();
    await expect(runs.fork("root", 1, "x")).rejects.toMatchObject({ code: "invalid-argument" });
    await expect(runs.fork("root", 99, "x")).rejects.toMatchObject({ code: "invalid-argument" });
    await expect(runs.fork("nowhere", 0, "x")).rejects.toMatchObject({ code: "unknown-run" });
    await runs.close();
  });
});
