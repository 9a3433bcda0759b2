import {
  type Clock,
  createClient,
  createMetricsRegistry,
  createRuns,
  createToolkit,
  defineTool,
  exportRuns,
  httpTool,
  type RunHandle,
  type Runs,
  ToolResult,
} from "@holdpoint/core";
import { createHttpSource } from "@holdpoint/core/request-source";
import { createIdbStore } from "@holdpoint/idb";
import { HoldpointProvider } from "@holdpoint/react";
import { HoldpointComponents, Inbox, RunTimeline, StorageMeter } from "@holdpoint/react/components";
import { createTap, type DevtoolsTap, HoldpointDevtools } from "@holdpoint/react/devtools";
import { createScriptedModel } from "@holdpoint/testing";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { MARK, secretsIn, shownHere, textOf } from "../../packages/testing/src/hostile/secrets/find-secrets.fixture.ts";

const KEY = `sk-${MARK}-key-0123456789/+`;
const HEADER = `Bearer ${MARK}-header-0123456789`;
const TOOL_HEADER = `${MARK}-tool-0123456789`;
const SOURCE_HEADER = `Bearer ${MARK}-source-0123456789`;
const QUERY = `${MARK}-query-0123456789`;
const TOKEN = `${MARK}-token-0123456789`;
const PASSWORD = `${MARK}-password`;

/** What was seen anywhere but on a wire to those the secret is for. */
let seen: string[] = [];
let names: string[] = [];

beforeEach(() => {
  seen = [];
  for (const method of ["log", "info", "warn", "error", "debug", "trace", "dir", "table"] as const) {
    vi.spyOn(console, method).mockImplementation((...args: unknown[]) => {
      seen.push(`console.${method}: ${args.map((arg) => textOf(arg)).join(" ")}`);
    });
  }
  const post = BroadcastChannel.prototype.postMessage;
  vi.spyOn(BroadcastChannel.prototype, "postMessage").mockImplementation(function (this: BroadcastChannel, data) {
    seen.push(`channel: ${textOf(data)}`);
    post.call(this, data);
  });
});

afterEach(async () => {
  cleanup();
  vi.restoreAllMocks();
  for (const name of names) indexedDB.deleteDatabase(name);
  names = [];
});

/** Where a secret is after all that happened, one line each; `more` is looked into as well. */
async function placesOfSecrets(more: Readonly<Record<string, unknown>> = {}): Promise<string[]> {
  return secretsIn({ ...(await shownHere()), seen: seen.join("\n"), ...more });
}

/** What a provider may do with the key it was given. */
type Echo = (request: Request, text: string) => Response;
const echoes: Readonly<Record<string, Echo>> = {
  "a 401 that quotes the key": (_request, text) =>
    Response.json({ error: { message: `Incorrect API key provided: ${text}` } }, { status: 401 }),
  "a 400 that quotes it as it stands in an address": (_request, text) =>
    new Response(`bad request ?key=${encodeURIComponent(text)}`, { status: 400 }),
  "a 500 as a page of HTML": (_request, text) =>
    new Response(`<html><pre>${text}</pre></html>`, { status: 500, headers: { "content-type": "text/html" } }),
  "an error inside a 200": (_request, text) => Response.json({ error: { message: `blocked: ${text}` } }),
  "an error event in a stream": (_request, text) =>
    new Response(`event: error\ndata: ${JSON.stringify({ error: { message: text } })}\n\n`, {
      headers: { "content-type": "text/event-stream", "x-request-id": text },
    }),
  "a page of HTML where a reply is due": (_request, text) =>
    new Response(`<html>${text}</html>`, { headers: { "content-type": "text/html" } }),
  "a failure of fetch that holds the request": (request, text) => {
    throw new TypeError(`cannot send: ${text}`, { cause: { request, headers: [...request.headers] } });
  },
};

/** All that a request carried as a secret, as an endpoint may quote it back. */
function carried(request: Request): string {
  const values = [...request.headers].flatMap(([, value]) => (value.includes(MARK) ? [value] : []));
  return [...values, new URL(request.url).searchParams.get("key") ?? ""].join(" ");
}

interface Stage {
  readonly runs: Runs;
  readonly tap: DevtoolsTap;
  readonly metrics: () => string;
  /** Requests that carried a secret: the test is about something. */
  readonly given: string[];
}

function openStage(echo?: Echo): Stage {
  const given: string[] = [];
  const name = `secrets-${crypto.randomUUID()}`;
  names.push(name);
  const model = createScriptedModel({
    style: "openai",
    script: [
      {
        when: { user: "go" },
        reply: {
          text: "I look.",
          calls: [
            { name: "look_up", args: {} },
            { name: "connect", args: {} },
          ],
        },
        times: 9,
      },
      { when: { results: ["look_up", "connect"] }, reply: "All done.", times: 9 },
    ],
  });
  const tap = createTap();
  const endpoint = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    const text = carried(request);
    if (text.includes(MARK)) given.push(text);
    return echo === undefined ? model.fetch(input, init) : echo(request, text);
  };
  const lookUp = httpTool({
    name: "look_up",
    description: "Looks something up",
    method: "GET",
    url: "https://tool.test/things",
    headers: { "x-api-key": TOOL_HEADER, authorization: () => HEADER },
    resultMode: "status+text",
    fetch: async (input, init) => {
      const text = carried(new Request(input, init));
      given.push(text);
      return new Response(`unknown key ${text}`, { status: 403 });
    },
  });
  let token: string | undefined;
  const connect = defineTool({
    name: "connect",
    description: "Connects an account",
    run: (_args, { answer }) => {
      if (answer === undefined) {
        return ToolResult.pending({
          id: "",
          kind: "authorization",
          prompt: "Sign in.",
          url: "https://login.test/authorize",
        });
      }
      // As an exchange of a code would give it: it stays in memory.
      token = TOKEN;
      return `connected: ${token.length > 0}`;
    },
  });
  const registry = createMetricsRegistry();
  const events: unknown[] = [];
  const client = createClient({
    style: "openai",
    baseUrl: `https://llm.test/v1?key=${QUERY}`,
    model: "scripted",
    apiKey: async () => KEY,
    headers: { "x-extra": HEADER },
    retries: 0,
    fetch: tap.fetch(endpoint as typeof globalThis.fetch),
    onMetric: (event) => {
      events.push(event);
      registry.record(event);
    },
  });
  const toolkit = createToolkit({ extraTools: [lookUp, connect] });
  const runs = createRuns({ store: tap.store(createIdbStore({ name })), agents: [{ name: "shop", client, toolkit }] });
  return { runs, tap, given, metrics: () => `${registry.text()}\n${JSON.stringify(events)}` };
}

/** Shows everything there is to show of a run, and looks into every tab of the devtools. */
async function showAll({ runs, tap }: Stage, run: RunHandle): Promise<string> {
  const drawn: string[] = [];
  render(
    <HoldpointProvider runs={runs}>
      <HoldpointComponents>
        <RunTimeline run={run} />
        <Inbox />
        <StorageMeter />
      </HoldpointComponents>
      <div style={{ height: "600px", display: "grid" }}>
        <HoldpointDevtools tap={tap} runId={run.runId} />
      </div>
    </HoldpointProvider>,
  );
  await waitFor(() => expect(document.body.textContent).toContain("go"), { timeout: 20_000 });
  for (const name of ["Events", "Wire", "Journal", "Steps", "Storage", "Tabs"]) {
    await userEvent.click(page.getByRole("tab", { name, exact: true }));
    for (const summary of document.querySelectorAll("summary")) summary.click();
    await waitFor(() => expect(screen.getByRole("tab", { name }).ariaSelected).toBe("true"));
    for (const summary of document.querySelectorAll("details:not([open]) > summary")) (summary as HTMLElement).click();
    drawn.push(document.body.innerHTML, document.body.textContent);
  }
  return drawn.join("\n");
}

test.each(Object.entries(echoes))("no secret is anywhere after %s", { timeout: 90_000 }, async (_name, echo) => {
  const stage = openStage(echo);
  const run = await stage.runs.start({ agent: "shop", prompt: "go" });
  const view = await run.settled();
  expect(view.status).toBe("failed");
  expect(stage.given.join()).toContain(KEY);
  const drawn = await showAll(stage, run);
  const exported = JSON.stringify(await exportRuns(stage.runs.store, [run.runId]));
  const taps = [stage.tap.events.of(run.runId), stage.tap.events.writes(), stage.tap.exchanges.list()];
  const found = await placesOfSecrets({ drawn, exported, view, metrics: stage.metrics(), taps });
  expect(found).toEqual([]);
  await stage.runs.close();
});

test("no secret is anywhere while a run asks, and when it is done", { timeout: 90_000 }, async () => {
  const stage = openStage();
  const run = await stage.runs.start({ agent: "shop", prompt: "go" });
  const asking = await run.settled();
  expect(asking.pending).toHaveLength(1);
  expect(await placesOfSecrets({ asking, drawn: await showAll(stage, run) })).toEqual([]);
  cleanup();
  await run.answer(asking.pending[0]?.requestId ?? "", { ok: true, data: {} });
  const done = await run.settled();
  expect(done.status).toBe("done");
  expect(stage.given.join()).toContain(TOOL_HEADER);
  const drawn = await showAll(stage, run);
  const exported = JSON.stringify(await exportRuns(stage.runs.store, [run.runId]));
  const taps = [stage.tap.events.of(run.runId), stage.tap.events.writes(), stage.tap.exchanges.list()];
  expect(await placesOfSecrets({ done, drawn, exported, metrics: stage.metrics(), taps })).toEqual([]);
  await stage.runs.close();
});

/** A clock by which every wait is over at once. */
const impatient: Clock = {
  now: () => Date.now(),
  schedule(callback, delayMs) {
    // A limit is no wait.
    if (delayMs < 10_000) queueMicrotask(callback);
    return () => undefined;
  },
};

test("no secret of a source over HTTP is in its errors", async () => {
  const failures: unknown[] = [];
  for (const echo of Object.values(echoes)) {
    const source = createHttpSource({
      url: "https://desk.test/requests",
      headers: { authorization: SOURCE_HEADER },
      timeoutMs: 20_000,
      clock: impatient,
      fetch: async (input, init) => {
        const request = new Request(input, init);
        return echo(request, carried(request));
      },
    });
    try {
      await source.list();
    } catch (error) {
      failures.push(error);
    }
  }
  expect(failures).toHaveLength(Object.keys(echoes).length);
  expect(await placesOfSecrets({ failures })).toEqual([]);
});

test("the search finds a secret wherever one is put", async () => {
  const name = `secrets-${crypto.randomUUID()}`;
  names.push(name);
  const store = createIdbStore({ name });
  const leak = createRuns({ store, agents: [] });
  console.warn(new Error("outer", { cause: new Error(`inner ${KEY}`) }));
  localStorage.setItem("leak", PASSWORD);
  document.body.append(Object.assign(document.createElement("input"), { value: HEADER, id: "leak" }));
  const database = await new Promise<IDBDatabase>((resolve) => {
    const opening = indexedDB.open(`${name}-raw`);
    opening.onupgradeneeded = () => opening.result.createObjectStore("x").put({ deep: [{ a: TOKEN }] }, 1);
    opening.onsuccess = () => resolve(opening.result);
  });
  database.close();
  names.push(`${name}-raw`);
  try {
    const places = (await placesOfSecrets()).map((place) => place.slice(0, place.indexOf(":")));
    expect(places.sort()).toEqual(["databases", "dom", "seen", "storages"]);
  } finally {
    localStorage.removeItem("leak");
    document.getElementById("leak")?.remove();
    await leak.close();
  }
});
