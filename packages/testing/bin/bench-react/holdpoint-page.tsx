import { createAgentClient, createOpenAIWire, createRuns, createToolkit } from "@holdpoint/core";
import { createIdbStore } from "@holdpoint/idb";
import { type AgentRun, HoldpointProvider, useAgentRun } from "@holdpoint/react";
import { RunTimeline } from "@holdpoint/react/components";
import { type ReactNode, useLayoutEffect } from "react";
import { createRoot } from "react-dom/client";
import { type Contestant, whenShown } from "./contestant.ts";
import "@holdpoint/react/styles.css";

/** All of it: the loop, the journal in IndexedDB, the hook and the timeline. */
export function holdpointPage(lastWord: string): Contestant {
  let endpoint = "";
  let asked: () => Promise<void> = async () => undefined;
  const store = createIdbStore({ name: `bench-${crypto.randomUUID()}` });
  const agent = {
    name: "bench",
    client: createAgentClient(
      createOpenAIWire({
        baseUrl: "https://model.test/v1",
        model: "bench",
        // The address of the stream stands in place of the model's.
        async fetch(_input, init) {
          await asked();
          return fetch(endpoint, init);
        },
      }),
    ),
    toolkit: createToolkit(),
  };
  const runs = createRuns({ store, agents: [agent] });
  let scroller: HTMLElement;
  let send: AgentRun["send"] = async () => undefined;

  return {
    async open(root, history) {
      scroller = root;
      const runId = "bench";
      await seed(store, runId, history);
      await new Promise<void>((resolve) => {
        const begin = (say: AgentRun["send"]): void => {
          send = say;
          resolve();
        };
        createRoot(root).render(
          <HoldpointProvider runs={runs}>
            <Page runId={runId} onReady={begin} />
          </HoldpointProvider>,
        );
      });
    },
    async stream(url, onAsk) {
      endpoint = url;
      asked = onAsk;
      await send("Go on.");
      await whenShown(scroller.getElementsByClassName("hp-turn"), lastWord);
    },
  };
}

/** A conversation, with all of its history on the page before it is ready. */
function Page({ runId, onReady }: { runId: string; onReady: (send: AgentRun["send"]) => void }): ReactNode {
  const { run, hasOlder, loadOlder, status, send } = useAgentRun({ agent: "bench", runId });
  useLayoutEffect(() => {
    if (hasOlder) void loadOlder();
    else if (status !== "loading") onReady(send);
  });
  return <RunTimeline run={run} />;
}

/** A run as it lies on the disk, with its messages settled. */
async function seed(
  store: ReturnType<typeof createIdbStore>,
  runId: string,
  history: readonly string[],
): Promise<void> {
  const at = Date.now();
  const turns = history.map((text, index) => ({
    v: 1,
    runId,
    index,
    at,
    turn: { role: index % 2 === 0 ? "USER" : "ASSISTANT", parts: [{ kind: "TEXT", text }] } as const,
  }));
  const record = {
    v: 1,
    runId,
    agent: "bench",
    model: "bench",
    title: "Bench",
    status: "done",
    createdAt: at,
    updatedAt: at,
    turnCount: turns.length,
    nextSeq: 0,
    settledSeq: 0,
    usage: { promptTokens: 0, completionTokens: 0, totalTokens: 0 },
    modelCalls: 0,
    epoch: 0,
  } as const;
  await store.create({ runId, epoch: 0, events: [], record, turns, strict: false });
}
