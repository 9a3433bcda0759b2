import { createClient, createRuns, createToolkit, defineTool } from "@holdpoint/core";
import { createHttpSource, createLocalSource, publishRequests } from "@holdpoint/core/request-source";
import { createIdbStore } from "@holdpoint/idb";
import { HoldpointProvider, useInbox } from "@holdpoint/react";
import { createScriptedModel } from "@holdpoint/testing";
import { mountRequest } from "@holdpoint/widgets/embed";
import type {} from "@holdpoint/widgets/jsx";
import { createRoot } from "react-dom/client";

/** A React app with an agent that refunds orders and asks before each. What it did is counted outside the browser. */
const query = new URLSearchParams(location.search);

const model = createScriptedModel({
  style: "openai",
  script: [
    { when: { results: ["refund"] }, reply: "All done.", times: Number.POSITIVE_INFINITY },
    {
      when: { user: /^refund / },
      reply: ({ user }) => ({
        text: "I shall pay it back.",
        calls: [{ name: "refund", args: { order: user.slice(7) } }],
      }),
      times: Number.POSITIVE_INFINITY,
    },
  ],
});
const refund = defineTool({
  name: "refund",
  description: "Refunds an order",
  inputSchema: { type: "object", properties: { order: { type: "string" } }, required: ["order"] },
  async run({ order }, context) {
    const body = JSON.stringify({ key: context?.idempotencyKey ?? "", tool: "refund", args: { order } });
    await fetch(query.get("ledger") ?? "", { method: "POST", body });
    return `refunded ${order}`;
  },
});
const shop = {
  name: "shop",
  client: createClient({ baseUrl: "https://model.test/v1", style: "openai", model: "scripted", fetch: model.fetch }),
  toolkit: createToolkit({ extraTools: [refund] }),
  policy: () => "ask" as const,
};
const runs = createRuns({ store: createIdbStore(), agents: [shop] });
void runs.resume();
const board = query.get("board");
if (board !== null) publishRequests({ from: runs, to: createHttpSource({ url: board }) });

function App() {
  const { requests } = useInbox();
  return (
    <main>
      <button type="button" onClick={() => void runs.start({ agent: "shop", prompt: "refund A17" })}>
        Refund
      </button>
      <p id="waiting">{requests.map(({ requestId }) => requestId).join(" ")}</p>
      {query.has("widget") && <holdpoint-inbox layout="one" theme="light" />}
      {query.has("embed") && requests[0] !== undefined && (
        <Embedded key={requests[0].requestId} id={requests[0].requestId} />
      )}
    </main>
  );
}

const source = createLocalSource(runs);

function Embedded({ id }: { readonly id: string }) {
  return (
    <div
      id="embedded"
      ref={(element) => {
        if (element === null || element.childElementCount > 0) return;
        const src = query.get("embed") ?? "";
        const mounted = mountRequest(element, {
          src,
          requestId: id,
          source,
          onMode: (mode) => document.documentElement.setAttribute("data-mode", mode),
        });
        Reflect.set(window, "mounted", mounted);
      }}
    />
  );
}

const place = document.createElement("div");
document.body.append(place);
createRoot(place).render(
  <HoldpointProvider runs={runs}>
    <App />
  </HoldpointProvider>,
);
