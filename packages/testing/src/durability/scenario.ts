import { ContentPart, type Prompt } from "@holdpoint/core";
import type { Reply, Script } from "../script.ts";

/** A run that is disturbed in all ways: what the model says, and what a person does beside answering. */
export interface Scenario {
  readonly name: string;
  /** What the agent `shop` is told. @default "go" */
  readonly prompt?: Prompt;
  /** What the model of `shop` says. */
  readonly script: Script;
  /** A page that dies with this step before the page under test opens: the run is in doubt from the start. */
  readonly before?: { readonly dies: "before" | "after"; readonly step: "call.started" | "call.finished" };
  /** The person stops the run at its first Request instead of answering. */
  readonly cancels?: true;
  /** The person lets a failed run go on. */
  readonly retries?: true;
  /** Its Request may expire before somebody answers. */
  readonly hurries?: true;
  /** How the run ends. @default "done" */
  readonly ends?: "cancelled";
}

/** Tools that act in the world; the rest only ask. */
export const ACTING_TOOLS: ReadonlySet<string> = new Set([
  "pay",
  "lookup",
  "sync",
  "refund",
  "transfer",
  "deploy",
  "connect",
  "calendar",
  "hangup",
  "photo",
  "quick",
]);

/** The smallest PNG there is. */
export const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** Every way a call can go, alone and beside others. */
export const SCENARIOS: readonly Scenario[] = [
  { name: "plain", script: [always({ user: "go" }, { reasoning: "They greet me.", text: "Hello there, friend." })] },
  { name: "one call", script: story(["pay"]) },
  { name: "idempotent", script: story(["sync"]) },
  { name: "three in parallel", script: story(["pay", "lookup", "sync"]) },
  { name: "approval", script: story(["refund"]) },
  { name: "edited approval", script: story(["transfer"]) },
  { name: "input", script: story(["deploy"]) },
  { name: "question", script: story(["question"]) },
  { name: "authorization", script: story(["connect"]) },
  { name: "log in, then approve", script: story(["calendar"]) },
  { name: "two suspensions and a free call", script: story(["refund", "deploy", "lookup"]) },
  { name: "in doubt, it ran", script: story(["pay"]), before: { dies: "before", step: "call.finished" } },
  { name: "in doubt, it did not run", script: story(["pay"]), before: { dies: "after", step: "call.started" } },
  { name: "ends the run", script: [always({ user: "go" }, calling(["hangup"]))] },
  { name: "sub-agent", script: story(["worker"]) },
  {
    name: "attachments",
    prompt: [ContentPart.text("go"), ContentPart.image({ mimeType: "image/png", data: PNG })],
    script: story(["photo"]),
  },
  { name: "a Request that expires", hurries: true, script: story(["quick", "pay"]) },
  { name: "call after call", script: chain(["pay"], ["refund"], ["sync"]) },
  {
    name: "the model fails, then goes on",
    retries: true,
    script: [
      always({ user: "go" }, calling(["pay"])),
      {
        when: { results: ["pay"], attempt: 0 },
        reply: { fault: { kind: "status", status: 400 } },
        times: Number.POSITIVE_INFINITY,
      },
      always({ results: ["pay"] }, { text: "All done." }),
    ],
  },
  { name: "cancelled at a Request", cancels: true, ends: "cancelled", script: story(["refund"]) },
];

/** What the sub-agent's model says. */
export const WORKER_SCRIPT: Script = story(["refund"]);

/** One turn of calls, then an answer. */
function story(names: readonly string[]): Script {
  return chain(names);
}

/** Turns of calls one after another, then an answer. */
function chain(...turns: readonly (readonly string[])[]): Script {
  return turns.flatMap((names, index) => [
    ...(index === 0 ? [always({ user: "go" }, calling(names))] : []),
    always(
      { results: names },
      turns[index + 1] === undefined ? { text: "All done." } : calling(turns[index + 1] ?? []),
    ),
  ]);
}

function always(when: Script[number]["when"], reply: Reply): Script[number] {
  return { ...(when && { when }), reply, times: Number.POSITIVE_INFINITY };
}

function calling(names: readonly string[]): Reply {
  return { text: "Working.", calls: names.map((name) => ({ name, args: argsOf(name) })) };
}

function argsOf(name: string) {
  if (name === "worker") return { prompt: "go" };
  if (name === "question") return { questions: [{ question: "Which one?", options: ["red", "blue"] }] };
  return { amount: 1 };
}
