import type { RunView, ViewCallPart } from "@holdpoint/core";
import { call, runView, text, turn } from "./run-views.fixture.ts";

/** One state a call can be in. */
export interface CallSample {
  readonly name: string;
  readonly call: ViewCallPart;
}

/** One state a run can be in, as the timeline shows it. */
export interface RunSample {
  readonly name: string;
  readonly view: RunView;
}

/** Every state of a call. */
export const callSamples: readonly CallSample[] = [
  { name: "arguments coming in", call: call("writing", undefined, { args: {}, argsText: '{"order":"A-1' }) },
  { name: "waiting its turn", call: call("waiting") },
  { name: "running", call: call("running") },
  {
    name: "running, a third done",
    call: call("running", undefined, { progress: { fraction: 0.33, message: "Page 3 of 9" } }),
  },
  { name: "asking", call: call("asking") },
  { name: "in doubt", call: call("in_doubt") },
  { name: "done", call: call("done", { output: "Order A-17 was delivered on Monday." }) },
  {
    name: "done, with JSON",
    call: call("done", { output: JSON.stringify({ order: "A-17", items: [{ name: "lamp" }] }) }),
  },
  { name: "done, without arguments", call: call("done", { output: "ok" }, { args: {} }) },
  { name: "done, with a very long output", call: call("done", { output: "word ".repeat(10_000) }) },
  { name: "failed", call: call("failed", { failed: true, errorCode: 105, output: { error: "It took too long." } }) },
  { name: "rejected", call: call("rejected", { rejected: true, output: "declined\nReason: Not my order" }) },
  { name: "denied", call: call("denied", { denied: true, output: "Only the support team may do that." }) },
  { name: "ended the run", call: call("ended_run", { endedRun: true, output: "Closed." }) },
  {
    name: "arguments that never came whole",
    call: call("failed", { failed: true, errorCode: 103, output: { error: "cut" } }, { incomplete: true }),
  },
  {
    name: "hostile names and words",
    call: call(
      "done",
      { output: "<img src=x onerror=alert(1)> \u202Etxet desrever" },
      { toolName: "l\u043E\u043Ekup_order\u200B" },
    ),
  },
];

const said = [turn(0, "USER", [text("Where is my order?")]), turn(1, "ASSISTANT", [text("It is on its way.")])];
const failed = (code: string, more: { readonly status?: number } = {}): Partial<RunView> => ({
  status: "failed",
  error: { name: "HoldpointError", code, message: "What the other side said.", ...more } as NonNullable<
    RunView["error"]
  >,
});

/** Every state of a run. */
export const runSamples: readonly RunSample[] = [
  { name: "done", view: runView({ turns: said }) },
  { name: "nothing said yet", view: runView({ turns: [] }) },
  { name: "loading", view: runView({ status: "loading" }) },
  { name: "missing", view: runView({ status: "missing" }) },
  {
    name: "writing",
    view: runView({
      status: "running",
      streaming: true,
      turns: [...said.slice(0, 1), turn(1, "ASSISTANT", [text("It is on")], false)],
    }),
  },
  {
    name: "with reasoning",
    view: runView({
      turns: [
        said[0] ?? turn(0, "USER", []),
        turn(1, "ASSISTANT", [{ kind: "REASONING", text: "A-17 was sent on Monday." }, text("Soon.")]),
      ],
    }),
  },
  {
    name: "refused by the model, and spoken",
    view: runView({
      turns: [
        turn(1, "ASSISTANT", [{ kind: "REFUSAL", text: "I may not help with that." }]),
        turn(2, "ASSISTANT", [{ kind: "SPOKEN", text: "Good morning!" }]),
      ],
    }),
  },
  { name: "older turns", view: runView({ turns: said, hasOlder: true }) },
  { name: "interrupted", view: runView({ turns: said, status: "running", role: "idle", interrupted: true }) },
  { name: "stalled", view: runView({ turns: said, status: "running", role: "follower", stalled: true }) },
  { name: "messages waiting", view: runView({ turns: said, status: "paused", queued: 2 }) },
  { name: "stopped", view: runView({ turns: said, status: "cancelled" }) },
  { name: "at a limit", view: runView({ turns: said, status: "incomplete", limit: "maxTurns" }) },
  { name: "not kept", view: runView({ turns: said, durable: false }) },
  { name: "key refused", view: runView({ turns: said, ...failed("endpoint-status", { status: 401 }) }) },
  { name: "too many requests", view: runView({ turns: said, ...failed("endpoint-status", { status: 429 }) }) },
  { name: "broken off", view: runView({ turns: said, ...failed("stream-cut") }) },
  { name: "not reached", view: runView({ turns: said, ...failed("endpoint-unreachable") }) },
  { name: "no room left", view: runView({ turns: said, ...failed("store-full"), held: true, status: "running" }) },
  { name: "written by a newer page", view: runView({ turns: said, ...failed("store-newer") }) },
  { name: "damaged", view: runView({ turns: said, ...failed("damaged") }) },
];
