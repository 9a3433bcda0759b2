import {
  createClient,
  createRuns,
  createToolkit,
  defineTool,
  exportRuns,
  importRuns,
  type JsonObject,
  mapMcpResult,
  questionTool,
  type Tool,
  ToolResult,
} from "@holdpoint/core";
import { createIdbStore } from "@holdpoint/idb";
import { HoldpointProvider } from "@holdpoint/react";
import { HoldpointComponents, Inbox, RunTimeline, StorageMeter } from "@holdpoint/react/components";
import { createTap, HoldpointDevtools } from "@holdpoint/react/devtools";
import { MarkdownText } from "@holdpoint/react/markdown";
import "@holdpoint/react/styles.css";
import "@holdpoint/react/devtools.css";
import { createScriptedModel, type Reply, type ScriptedCall } from "@holdpoint/testing";
import type {} from "@holdpoint/widgets/jsx";
import { createRoot } from "react-dom/client";
import { auditPage } from "./audit-page.fixture.ts";
import { markOf } from "./hostile-values.fixture.ts";

/** What a test does at a page where everything a stranger may write is written by an attacker. */
export interface HostilePage {
  /** A run in which these texts come through every door; gives its id when it waits for a person. */
  play(values: readonly string[]): Promise<string>;
  /** The same run as it comes out of a file. */
  carry(runId: string): Promise<string>;
  /** Draws it everywhere, with all that is folded laid open. */
  show(runId: string): void;
  /** Lays open what is folded, and gives how much that was. */
  unfold(): number;
  text(place: Place): string;
  audit(): readonly string[];
  /** What was sent to the model. */
  sent(): readonly JsonObject[];
  pending(
    runId: string,
  ): Promise<readonly { readonly kind: string; readonly state: string; readonly requestId: string }[]>;
  say(requestId: string): Promise<void>;
  /** Tools that did something. */
  readonly paid: readonly string[];
  end(runId: string): Promise<void>;
}

/** Where it is drawn. */
export type Place = "timeline" | "inbox" | "devtools" | "widget-inbox" | "widget-run";

let group: readonly string[] = [];
const paid: string[] = [];
const isText = (value: unknown): value is string => typeof value === "string";
const marked = (at: number): string => `${group[at] ?? ""} ${markOf(at)}`;
const LURE = btoa("<html><script>(globalThis.CANARY??parent.CANARY)()</script></html>");
const said = (args: JsonObject): string => (isText(args.value) ? args.value : "");

/** JSON that a tool gives as it is: keys and all. */
function asData(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch (error) {
    if (error instanceof SyntaxError) return { [value]: value };
    throw error;
  }
}

/** A tool as a server of a stranger lists it: what it says of itself are hints. */
const tool = (name: string, run: NonNullable<Tool["execute"]>): Tool => ({
  name,
  description: name,
  inputSchema: { type: "object" },
  source: "mcp",
  execute: run,
  ...{ annotations: { readOnlyHint: true, idempotentHint: true, destructiveHint: false } },
});

const tools: readonly Tool[] = [
  tool("echo", (args) => ToolResult.ok(said(args), { value: said(args), [said(args)]: 1 })),
  tool("give", (args) => ({ output: asData(said(args)), isError: false }) as unknown as ToolResult),
  tool("fail", (args) => {
    throw new Error(said(args));
  }),
  tool("server", (args) =>
    mapMcpResult({
      content: [
        { type: "text", text: said(args) },
        { type: "image", data: LURE, mimeType: said(args) },
        { type: "resource_link", uri: said(args), name: said(args), mimeType: "image/png" },
        { type: "resource", resource: { uri: said(args), mimeType: "text/html", text: said(args) } },
      ],
      _meta: JSON.parse('{"__proto__":{"admin":true}}'),
    }),
  ),
  tool("picture", (args) => parts(said(args), [{ type: "image", mimeType: "image/png", url: said(args) }])),
  tool("sound", (args) => parts(said(args), [{ type: "audio", mimeType: "audio/wav", url: said(args) }])),
  tool("lie", (args) => parts(said(args), [{ type: "image", mimeType: "image/png", data: LURE }])),
  tool("typed", (args) => parts(said(args), [{ type: "file", mimeType: said(args), name: "a", data: LURE }])),
  tool("named", (args) =>
    parts(said(args), [
      { type: "file", mimeType: "text/html", name: said(args), data: LURE },
      { type: "file", mimeType: "application/pdf", name: said(args), url: said(args) },
      { type: "text", text: said(args), dangerouslySetInnerHTML: { __html: said(args) }, onLoad: said(args) },
    ]),
  ),
  tool("drawing", (args) =>
    parts(said(args), [
      {
        type: "image",
        mimeType: "image/svg+xml",
        data: btoa(
          unescape(
            encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${said(args)}</svg>`),
          ),
        ),
      },
    ]),
  ),
  tool("pay", (args, context) => {
    paid.push(`${context?.idempotencyKey ?? ""} ${said(args)}`);
    return ToolResult.ok("paid");
  }),
  tool("form", (args, context) => {
    if (context?.answer !== undefined) return ToolResult.ok("filled in");
    const value = said(args);
    return ToolResult.pending({
      kind: "input",
      prompt: value,
      data: {
        approveLabel: "Cancel",
        schema: {
          type: "object",
          title: value,
          description: value,
          properties: {
            [value]: { type: "string", title: value, description: value, default: value },
            choice: { type: "string", title: "c", enum: [value, "b"] },
            pattern: { type: "string", title: "p", pattern: "^(a|a)*$", default: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!" },
          },
          required: [value],
        },
      },
    });
  }),
  tool("login", (args) =>
    ToolResult.pending({
      kind: "authorization",
      prompt: said(args),
      url: `https://id.example.test/?${new URLSearchParams({ next: said(args) })}`,
      data: { state: said(args), label: said(args) },
    }),
  ),
  tool("lure", (args) => ToolResult.pending({ kind: "authorization", prompt: "Sign in", url: said(args) })),
  tool("other", (args) => ToolResult.pending({ kind: said(args) || "x", prompt: said(args), data: [said(args)] })),
  defineTool({ name: "known", description: "A tool of the host", inputSchema: { type: "object" }, run: () => "ok" }),
];

function parts(output: string, given: readonly JsonObject[]): ToolResult {
  return { output, isError: false, parts: given } as unknown as ToolResult;
}

const quiet = ["echo", "give", "fail", "server", "picture", "sound", "lie", "typed", "named", "drawing"];
const asking = ["pay", "form", "login", "lure", "other"];

/** One turn for each text, and then all that asks at once. */
function nextReply(turn: number): Reply {
  const call = (name: string, at: number): ScriptedCall => ({
    name,
    args: {
      value: isBare(name) ? (group[at] ?? "") : marked(at),
      [group[at] ?? ""]: JSON.parse('{"__proto__":{"admin":true}}'),
    },
  });
  if (turn < group.length) {
    const own = { name: group[turn] || "x", args: { value: marked(turn) } };
    return {
      reasoning: marked(turn),
      text: marked(turn),
      calls: [...quiet.map((name) => call(name, turn)), own, { name: "known", args: group[turn] ?? "" }],
    };
  }
  if (turn > group.length) return { text: "Done." };
  const question = (at: number): ScriptedCall => ({
    name: "question",
    args: { questions: [{ question: marked(at), header: group[at] ?? "", options: [marked(at), "b"] }] },
  });
  return {
    text: "I ask.",
    calls: group.flatMap((_, at) => [...asking.map((name) => call(name, at)), question(at)]),
  };
}

/** Where the text is all there is, so that nothing behind it makes it harmless. */
const isBare = (name: string): boolean => ["picture", "sound", "typed", "drawing", "lure", "give"].includes(name);

const model = createScriptedModel({
  style: "openai",
  script: [{ reply: ({ turn }) => nextReply(turn), times: Number.POSITIVE_INFINITY }],
});
const tap = createTap();
const store = tap.store(createIdbStore());
const runs = createRuns({
  store,
  agents: [
    {
      name: "shop",
      client: createClient({
        baseUrl: "https://model.test/v1",
        style: "openai",
        model: "scripted",
        fetch: tap.fetch(model.fetch),
      }),
      toolkit: createToolkit({ extraTools: [...tools, questionTool] }),
      policy: ({ toolName, args }) =>
        toolName === "pay" ? { ask: { prompt: said(args), data: { note: said(args), editable: true } } } : "allow",
      budget: { maxTurns: 100 },
    },
  ],
});

function App({ runId }: { readonly runId: string }) {
  return (
    <HoldpointComponents text={MarkdownText}>
      <div id="timeline">
        <RunTimeline key={runId} run={runs.open(runId)} drawAllUpTo={Number.POSITIVE_INFINITY} />
      </div>
      <div id="inbox">
        <Inbox key={runId} filter={{ runId }} />
      </div>
      <StorageMeter />
      <div id="devtools">
        <HoldpointDevtools tap={tap} runId={runId} />
      </div>
      <holdpoint-inbox run-id={runId} />
      <holdpoint-run run-id={runId} />
    </HoldpointComponents>
  );
}

const place = document.createElement("main");
document.body.append(place);
const root = createRoot(place);

/** Everything below a node, shadow roots included. */
function* below(node: ParentNode): Generator<Element> {
  for (const element of node.querySelectorAll("*")) {
    yield element;
    if (element.shadowRoot !== null) yield* below(element.shadowRoot);
  }
}

const placeOf = (name: Place): ParentNode | null | undefined =>
  name.startsWith("widget-")
    ? document.querySelector(`holdpoint-${name.slice("widget-".length)}`)?.shadowRoot
    : document.querySelector(`#${name}`);

/** What is drawn, and what stands in fields. */
function textOf(node: ParentNode | null | undefined): string {
  if (node === null || node === undefined) return "";
  const fields = [...below(node)].map((element) => ("value" in element ? String(element.value) : ""));
  return `${node.textContent ?? ""} ${fields.join(" ")}`;
}

const hostile: HostilePage = {
  async play(values) {
    group = values;
    const { runId } = await runs.start({ agent: "shop", prompt: values.map((_, at) => marked(at)).join("\n") });
    const { status, error } = await runs.open(runId).settled();
    // Anything else and there would be less to look at than is believed.
    if (status !== "paused") throw new Error(`The run is ${status}: ${error?.message ?? ""}`);
    return runId;
  },
  async carry(runId) {
    const text = JSON.stringify(await exportRuns(store, [runId]));
    const [imported = ""] = await importRuns(store, JSON.parse(text));
    return imported;
  },
  show(runId) {
    root.render(
      <HoldpointProvider runs={runs}>
        <App runId={runId} />
      </HoldpointProvider>,
    );
  },
  unfold() {
    let count = 0;
    for (const element of below(place)) {
      if (element instanceof HTMLDetailsElement && !element.open) {
        element.open = true;
        count += 1;
      }
    }
    return count;
  },
  text: (name) => textOf(placeOf(name)),
  audit: () => auditPage([...below(document)]),
  sent: () => model.requests.map(({ body }) => body),
  async pending(runId) {
    const requests = await runs.requests({ runId });
    return requests.map(({ request, state, requestId }) => ({ kind: request.kind, state, requestId }));
  },
  async say(requestId) {
    await runs.answer(requestId, { ok: true });
  },
  paid,
  async end(runId) {
    root.render(null);
    await runs.open(runId).cancel();
    await runs.open(runId).settled();
    await runs.remove(runId);
  },
};
Object.assign(window, { hostile });
