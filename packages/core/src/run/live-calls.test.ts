import { describe, expect, it } from "vitest";
import type { ToolContext } from "../contracts/tool.ts";
import { defineTool } from "../toolkit/define-tool.ts";
import { createToolkit } from "../toolkit/toolkit.ts";
import { createOpenAIWire } from "../wire/openai/wire.ts";
import { createAgentClient } from "./agent-client.ts";
import { createMemoryStore } from "./memory-store.ts";
import { createRuns } from "./runs.ts";
import type { RunView, ViewCallPart } from "./view.ts";

const chunk = (delta: object, finish: string | null = null): string =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;

/** A stream whose next piece comes when the test says so. */
function steppedStream() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  return {
    response: new Response(readable, { headers: { "content-type": "text/event-stream" } }),
    write: (text: string) => writer.write(new TextEncoder().encode(text)),
    end: () => writer.close(),
  };
}

const callOf = (view: RunView): ViewCallPart | undefined =>
  view.turns
    .flatMap(({ parts }) => parts)
    .flatMap((part) => (part.kind === "TOOL_CALL" ? [part] : []))
    .at(-1);

describe("what is known of a call beside the facts", () => {
  it("is its arguments as they come, then how far its tool is; none of it is stored", async () => {
    const first = steppedStream();
    const last = steppedStream();
    const streams = [first, last];
    let context: ToolContext | undefined;
    let finish: (output: string) => void = () => undefined;
    const upload = defineTool({
      name: "upload",
      description: "Uploads",
      inputSchema: { type: "object", properties: { file: { type: "string" } } },
      run(_args, given) {
        context = given;
        return new Promise<string>((resolve) => {
          finish = resolve;
        });
      },
    });
    const fetch = async () => streams.shift()?.response ?? Response.error();
    const wire = createOpenAIWire({ baseUrl: "https://model.test/v1", model: "m", fetch });
    const store = createMemoryStore();
    const agent = { name: "a", client: createAgentClient(wire), toolkit: createToolkit({ extraTools: [upload] }) };
    const runs = createRuns({ store, agents: [agent] });
    const run = await runs.start({ agent: "a", prompt: "go" });
    run.subscribe(() => undefined);

    const call = (args: string, name?: string) => ({
      tool_calls: [{ index: 0, ...(name && { id: "c1" }), function: { ...(name && { name }), arguments: args } }],
    });
    await first.write(chunk(call('{"fi', "upload")));
    await expect.poll(() => callOf(run.getView())?.argsText).toBe('{"fi');
    expect(callOf(run.getView())).toMatchObject({ state: "writing", toolName: "upload", args: {} });
    await first.write(chunk(call('le":"a.png"}')));
    await expect.poll(() => callOf(run.getView())?.argsText).toBe('{"file":"a.png"}');
    await first.write(chunk({}, "tool_calls"));
    await first.end();

    await expect.poll(() => context).toBeDefined();
    expect(callOf(run.getView())).toMatchObject({ state: "running", args: { file: "a.png" } });
    expect(callOf(run.getView())?.argsText).toBeUndefined();
    context?.progress?.(0.25);
    expect(callOf(run.getView())?.progress).toEqual({ fraction: 0.25 });
    context?.progress?.({ fraction: 7, message: "almost" });
    expect(callOf(run.getView())?.progress).toEqual({ fraction: 1, message: "almost" });
    context?.progress?.(Number.NaN);
    expect(callOf(run.getView())?.progress).toEqual({ fraction: 1, message: "almost" });
    expect(JSON.stringify(await store.load(run.runId))).not.toContain("almost");

    finish("uploaded");
    await last.write(chunk({ content: "Done." }) + chunk({}, "stop"));
    await last.end();
    await run.settled();
    expect(callOf(run.getView())).toMatchObject({ state: "done" });
    expect(callOf(run.getView())?.progress).toBeUndefined();
    context?.progress?.("too late");
    expect(callOf(run.getView())?.progress).toBeUndefined();
    await runs.close();
  });
});

describe("what a model says beside its text", () => {
  it("is shown: a refusal, and the words of a spoken answer", async () => {
    const reply =
      chunk({ refusal: "I will " }) + chunk({ refusal: "not." }) + chunk({ audio: { id: "a", transcript: "No." } });
    const fetch = async () =>
      new Response(reply + chunk({}, "stop"), { headers: { "content-type": "text/event-stream" } });
    const wire = createOpenAIWire({ baseUrl: "https://model.test/v1", model: "m", fetch });
    const agent = { name: "a", client: createAgentClient(wire), toolkit: createToolkit() };
    const runs = createRuns({ store: createMemoryStore(), agents: [agent] });
    const view = await (await runs.start({ agent: "a", prompt: "go" })).settled();
    expect(view.turns.at(-1)?.parts).toEqual([
      { kind: "REFUSAL", text: "I will not." },
      { kind: "SPOKEN", text: "No." },
    ]);
    await runs.close();
  });
});
