import { createMemoryStore, createRuns } from "@holdpoint/core";
import { renderToString } from "react-dom/server";
import { describe, expect, it, vi } from "vitest";
import { HoldpointProvider } from "../hooks/provider.tsx";
import { Composer } from "./composer.tsx";
import { Inbox } from "./inbox.tsx";
import { RequestPrompt } from "./request/request-prompt.tsx";
import { requestRecord } from "./request/request-records.fixture.ts";
import { RunTimeline } from "./timeline/run-timeline.tsx";
import { call, runView, text, turn } from "./timeline/run-views.fixture.ts";

describe("on a server", () => {
  it("every component is drawn as it begins, opens nothing, and React has nothing to say", () => {
    const store = createMemoryStore();
    const load = vi.spyOn(store, "load");
    const list = vi.spyOn(store, "listRequests");
    const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const runs = createRuns({ store, agents: [] });
    const image = { type: "image", mimeType: "image/png", data: "AAAA" } as const;
    const turns = [
      turn(0, "USER", [text("Hi")]),
      turn(1, "ASSISTANT", [call("done", { output: "x", parts: [image] })]),
    ];
    const html = renderToString(
      <HoldpointProvider runs={runs}>
        <RunTimeline run={runs.open("run_1")} />
        <RunTimeline view={runView({ turns })} />
        <RequestPrompt request={requestRecord()} />
        <Inbox />
        <Composer run={runs.open("run_1")} draftKey="run_1" />
      </HoldpointProvider>,
    );
    expect(html).toContain("Loading…");
    expect(html).toContain("Approve refund_order?");
    expect(html).toContain("Hi");
    expect(load).not.toHaveBeenCalled();
    expect(list).not.toHaveBeenCalled();
    expect(said).not.toHaveBeenCalled();
    said.mockRestore();
  });
});
