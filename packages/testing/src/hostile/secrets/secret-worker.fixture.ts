import { createClient, createRuns, createToolkit, defineTool, httpTool } from "@holdpoint/core";
import { createIdbStore } from "@holdpoint/idb";
import { createScriptedModel } from "@holdpoint/testing";
import { keptHere, MARK, secretsIn } from "./find-secrets.fixture.ts";
import { hearAloud } from "./hear-aloud.fixture.ts";

/** A worker that drives runs with keys in its hands. Endpoints and tools quote back every secret they are given. */
const heard = hearAloud();
const KEY = `sk-${MARK}-key-0123456789/+`;
const HEADER = `Bearer ${MARK}-header-0123456789`;
const TOOL_HEADER = `${MARK}-tool-0123456789`;
const QUERY = `${MARK}-query-0123456789`;
/** What was given to those it is for. */
const given: string[] = [];

function carried(input: RequestInfo | URL, init?: RequestInit): string {
  const request = new Request(input, init);
  const values = [...request.headers].flatMap(([, value]) => (value.includes(MARK) ? [value] : []));
  const text = [...values, new URL(request.url).searchParams.get("key") ?? ""].join(" ");
  given.push(text);
  return text;
}

const model = createScriptedModel({
  style: "openai",
  script: [
    {
      when: { user: "go" },
      reply: {
        text: "I look.",
        calls: [
          { name: "look_up", args: {} },
          { name: "pay", args: { amount: 5 } },
        ],
      },
      times: Number.POSITIVE_INFINITY,
    },
    { when: { results: ["look_up", "pay"] }, reply: "All done.", times: Number.POSITIVE_INFINITY },
  ],
});
const lookUp = httpTool({
  name: "look_up",
  description: "Looks something up",
  method: "GET",
  url: "https://tool.test/things",
  headers: { "x-api-key": TOOL_HEADER, authorization: () => HEADER },
  resultMode: "status+text",
  fetch: async (input, init) => new Response(`unknown key ${carried(input, init)}`, { status: 403 }),
});
const pay = defineTool({
  name: "pay",
  description: "Pays",
  inputSchema: { type: "object", properties: { amount: { type: "number" } } },
  run: () => "paid",
});

function agent(name: string, fetch: typeof globalThis.fetch) {
  const client = createClient({
    style: "openai",
    baseUrl: `https://llm.test/v1?key=${QUERY}`,
    model: "scripted",
    apiKey: async () => KEY,
    headers: { "x-extra": HEADER },
    retries: 0,
    fetch,
  });
  const toolkit = createToolkit({ extraTools: [lookUp, pay] });
  return { name, client, toolkit, policy: ({ toolName }: { toolName: string }) => askBefore(toolName) };
}

const askBefore = (toolName: string) => (toolName === "pay" ? ("ask" as const) : ("allow" as const));

const runs = createRuns({
  store: createIdbStore(),
  agents: [
    agent("shop", async (input, init) => {
      carried(input, init);
      return model.fetch(input, init);
    }),
    agent("refused", async (input, init) =>
      Response.json({ error: { message: `Incorrect API key provided: ${carried(input, init)}` } }, { status: 401 }),
    ),
  ],
});

/** Asked by the page; what it answers is heard in the page as well. */
addEventListener("message", async ({ data }: MessageEvent<string>) => {
  if (data === "given") postMessage({ given: given.length });
  // biome-ignore lint/suspicious/noConsole: the fault that the search must find
  if (data === "leak") console.warn(new Error("outer", { cause: new Error(`inner ${KEY}`) }));
  // Without the words around it: the answer would be one more place.
  if (data === "secrets") {
    const found = secretsIn({ ...(await keptHere()), heard: heard.join("\n") });
    postMessage({ places: found.map((line) => line.slice(0, line.indexOf(":"))) });
  }
});

void runs.resume().then(() => postMessage("ready"));
