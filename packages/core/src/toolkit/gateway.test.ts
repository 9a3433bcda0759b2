import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import type { JsonObject } from "../contracts/json.ts";
import type { Tool, ToolContext } from "../contracts/tool.ts";
import { ToolResult } from "../contracts/tool-result.ts";
import type { Clock } from "../primitives/clock.ts";
import { hashJson } from "../primitives/sha256.ts";
import { defineTool } from "./define-tool.ts";
import { type CallOutcome, createGateway, type GatewayCall, type GatewayOptions } from "./gateway.ts";
import { GATEWAY_CODES } from "./gateway-codes.ts";
import type { Policy, PolicyVerdict } from "./policy.ts";
import { relayTool } from "./relay-tool.ts";
import { createToolkit } from "./toolkit.ts";

const ANY = { type: "object" };

/** A gateway over one tool, and all that happens at it. */
function gatewayOf(
  tool: Partial<Tool> & { run?: (args: never, context: never) => unknown },
  options: Partial<GatewayOptions> = {},
) {
  const log: string[] = [];
  const warnings: string[] = [];
  const { run = () => "done", ...more } = tool;
  const made = defineTool({
    name: "t",
    description: "",
    inputSchema: ANY,
    ...more,
    run(args, context) {
      log.push("entered");
      return run(args as never, context as never);
    },
  });
  const gateway = createGateway({
    toolkit: createToolkit({ extraTools: [{ ...made, ...(tool.execute && { execute: tool.execute }) }] }),
    warn: (message) => warnings.push(message),
    ...options,
  });
  const call = (
    more: Partial<GatewayCall> = {},
    enter: (tool: Tool) => void | Promise<void> = () => void log.push("started"),
  ): Promise<CallOutcome> =>
    gateway.run(
      {
        runId: "run",
        turn: 1,
        callId: "c1",
        toolName: "t",
        args: {},
        attempt: 1,
        idempotencyKey: "run/c1",
        signal: new AbortController().signal,
        ...more,
      },
      enter,
    );
  return { call, log, warnings };
}

const failed = (errorCode: number | string, output: unknown = expect.any(String), entered = false) => ({
  kind: "settled",
  failed: true,
  errorCode,
  entered,
  result: { output, isError: true },
});

/** A clock whose timers fire when told. */
function manualClock() {
  const timers = new Set<() => void>();
  const clock: Clock = {
    now: () => 0,
    schedule(callback) {
      timers.add(callback);
      return () => timers.delete(callback);
    },
  };
  const fire = (): void => {
    for (const timer of [...timers]) timer();
  };
  return { clock, timers, fire };
}

describe("the gateway", () => {
  it("notes the start of a call before the tool is entered, and waits for the note", async () => {
    const { call, log } = gatewayOf({});
    const outcome = await call({}, async (tool) => {
      log.push(`noting ${tool.name}`);
      await Promise.resolve();
      log.push("noted");
    });
    expect(log).toEqual(["noting t", "noted", "entered"]);
    expect(outcome).toEqual({ kind: "settled", result: { output: "done", isError: false }, entered: true });
  });

  it("does not enter the tool when the note fails, and passes the failure on", async () => {
    const { call, log } = gatewayOf({});
    await expect(call({}, () => Promise.reject(new Error("stale epoch")))).rejects.toThrow("stale epoch");
    expect(log).toEqual([]);
  });

  it("enters no tool after an abort, in whatever moment that comes", async () => {
    const run = vi.fn((_args: JsonObject, { signal }: ToolContext) => signal?.aborted);
    const { call } = gatewayOf({ run });
    for (let moments = 0; moments < 40; moments += 1) {
      const controller = new AbortController();
      const abortLater = async (): Promise<void> => {
        for (let moment = 0; moment < moments; moment += 1) await undefined;
        controller.abort();
      };
      let aborting: Promise<void> | undefined;
      await call({ signal: controller.signal }, () => {
        aborting = abortLater();
      });
      await aborting;
      // What was given up may still be on its way to the tool.
      await new Promise((resolve) => setTimeout(resolve));
    }
    expect(run).toHaveBeenCalled();
    expect(run.mock.results.filter(({ value }) => value !== false)).toEqual([]);
  });

  it("tells the tool its key, its run, its call, its signal and the Answer", async () => {
    const run = vi.fn(() => "ok");
    const { call } = gatewayOf({ run });
    const answer = { id: "r", ok: true, data: false };
    const { signal } = new AbortController();
    await call({ args: { a: 1 }, answer, signal });
    expect(run).toHaveBeenCalledWith(
      { a: 1 },
      { runId: "run", callId: "c1", idempotencyKey: "run/c1", answer, signal },
    );
  });

  it.each(["nope", "constructor", "toString", "__proto__", "T", "t "])("knows no tool %j", async (toolName) => {
    const { call, log } = gatewayOf({});
    expect(await call({ toolName })).toEqual(failed(GATEWAY_CODES.UNKNOWN_TOOL, `Unknown tool: ${toolName}`));
    expect(log).toEqual([]);
  });

  it("marks a successful call of a tool that ends the run, and no other", async () => {
    expect(await gatewayOf({ endsRun: true }).call()).toMatchObject({ endedRun: true });
    expect(await gatewayOf({ endsRun: true, run: () => ToolResult.error("no") }).call()).not.toHaveProperty("endedRun");
    expect(await gatewayOf({}).call()).not.toHaveProperty("endedRun");
  });

  describe("policy", () => {
    const policed = (verdict: unknown, tool = {}) => gatewayOf(tool, { policy: () => verdict as PolicyVerdict });

    it("refuses with words the model reads, before anything else looks at the call", async () => {
      const { call, log } = policed(
        { deny: "Not on Sundays." },
        { inputSchema: { type: "object", required: ["amount"] } },
      );
      expect(await call()).toEqual({
        kind: "settled",
        result: { output: "Not on Sundays.", isError: true },
        denied: true,
        errorCode: GATEWAY_CODES.DENIED,
        entered: false,
      });
      expect(log).toEqual([]);
    });

    const throwing: Policy = () => {
      throw new Error("policy bug");
    };
    it.each<[string, Policy]>([
      ["throws", throwing],
      ["rejects", () => Promise.reject(new Error("policy bug"))],
      ["returns nothing", () => undefined as never],
      ["returns true", () => true as never],
      ["returns another word", () => "Allow" as never],
      ["asks until NaN", () => ({ ask: { expiresAt: Number.NaN } })],
      ["asks with seconds", () => ({ ask: { expiresAt: 1_900_000_000 } })],
      ["asks with a function", () => ({ ask: { data: { f: () => 1 } } })],
      ["asks with a prompt that is no text", () => ({ ask: { prompt: 7 as never } })],
    ])("that %s denies, is told of, and tells the model nothing of it", async (_name, policy) => {
      const { call, log, warnings } = gatewayOf({}, { policy });
      const outcome = await call();
      expect(outcome).toMatchObject({
        kind: "settled",
        denied: true,
        errorCode: GATEWAY_CODES.POLICY_FAILED,
        entered: false,
      });
      expect(JSON.stringify(outcome)).not.toContain("policy bug");
      expect(log).toEqual([]);
      expect(warnings).toHaveLength(1);
    });

    it("sees the tool as it is registered and the arguments as they would run", async () => {
      const policy = vi.fn<Policy>(() => "allow");
      const { call } = gatewayOf({ destructive: true }, { policy });
      await call({ args: { a: 1 }, attempt: 2 });
      expect(policy).toHaveBeenCalledWith(
        { toolName: "t", args: { a: 1 } },
        expect.objectContaining({
          tool: expect.objectContaining({ name: "t", destructive: true }),
          runId: "run",
          callId: "c1",
          turn: 1,
          attempt: 2,
        }),
      );
      expect(Object.isFrozen(policy.mock.calls[0]?.[0].args)).toBe(true);
    });

    it("asks a person, with the exact call, before the tool is reached", async () => {
      const { call, log } = policed("ask", { destructive: true });
      expect(await call({ args: { amount: 5 } })).toEqual({
        kind: "suspended",
        origin: "policy",
        output: "Allow t?",
        entered: false,
        request: {
          id: expect.stringMatching(/^req_/),
          kind: "approval",
          prompt: "Allow t?",
          data: { toolName: "t", args: { amount: 5 }, destructive: true },
        },
      });
      expect(log).toEqual([]);
    });

    it("asks in the policy's words, which cannot take the place of the call", async () => {
      const ask = { prompt: "Pay back?", expiresAt: 2e12, data: { editable: true, toolName: "list_files", args: {} } };
      expect(await policed({ ask }).call({ args: { amount: 5 } })).toMatchObject({
        output: "Pay back?",
        request: { prompt: "Pay back?", expiresAt: 2e12, data: { editable: true, toolName: "t", args: { amount: 5 } } },
      });
    });

    it("brings the tool's schema where a person may change the arguments, and nowhere else", async () => {
      const inputSchema = { type: "object", properties: { amount: { type: "number" } } };
      const dataOf = async (data: JsonObject) => {
        const outcome = await policed({ ask: { data } }, { inputSchema }).call({ args: { amount: 5 } });
        return outcome.kind === "suspended" ? outcome.request.data : undefined;
      };
      expect(await dataOf({ editable: true })).toMatchObject({ inputSchema });
      expect(await dataOf({ note: "x" })).not.toHaveProperty("inputSchema");
    });

    it("does not offer what nobody could take back, whatever the policy puts beside the call", async () => {
      const outcome = await policed({ ask: { data: { always: true } } }).call();
      expect(outcome).toMatchObject({ kind: "suspended", request: { data: { toolName: "t" } } });
      expect(outcome).not.toHaveProperty("request.data.always");
    });

    it("asks nobody about a call that could not run anyway", async () => {
      const { call } = policed("ask", { inputSchema: { type: "object", required: ["amount"] } });
      expect(await call()).toEqual(failed(GATEWAY_CODES.INVALID_INPUT, "Invalid arguments for t: amount is missing."));
    });

    it("is not asked again about a call that a person has approved", async () => {
      const policy = vi.fn<Policy>(() => "ask");
      const { call, log } = gatewayOf({}, { policy });
      const approvedDigest = await hashJson({ toolName: "t", args: { amount: 5 } });
      expect(await call({ args: { amount: 5 }, approvedDigest })).toMatchObject({ kind: "settled", entered: true });
      expect(log).toEqual(["started", "entered"]);
      expect(policy).not.toHaveBeenCalled();
    });

    it.each<[string, Partial<GatewayCall>]>([
      ["arguments", { args: { amount: 500 } }],
      ["more arguments", { args: { amount: 5, to: "mallory" } }],
    ])("lets nothing run but what was approved: other %s", async (_name, changed) => {
      const { call, log } = gatewayOf({});
      const approvedDigest = await hashJson({ toolName: "t", args: { amount: 5 } });
      expect(await call({ ...changed, approvedDigest })).toEqual(failed(GATEWAY_CODES.DIGEST_MISMATCH));
      expect(log).toEqual([]);
    });

    it("lets no other tool run on an approval", async () => {
      const { call, log } = gatewayOf({});
      const approvedDigest = await hashJson({ toolName: "other", args: {} });
      expect(await call({ approvedDigest })).toEqual(failed(GATEWAY_CODES.DIGEST_MISMATCH));
      expect(log).toEqual([]);
    });

    it("that never decides is left behind by an abort", async () => {
      const controller = new AbortController();
      const { call, log } = gatewayOf({}, { policy: () => new Promise<never>(() => undefined) });
      const running = call({ signal: controller.signal });
      controller.abort();
      expect(await running).toEqual(failed(GATEWAY_CODES.ABORTED));
      expect(log).toEqual([]);
    });
  });

  describe("input", () => {
    const order = {
      type: "object",
      properties: { amount: { type: "number" }, mode: { enum: ["a", "b"] } },
      required: ["amount"],
    };

    it("names what does not fit, and enters nothing", async () => {
      const { call, log } = gatewayOf({ inputSchema: order });
      expect(await call({ args: { amount: "5", mode: "c" } })).toEqual(
        failed(
          GATEWAY_CODES.INVALID_INPUT,
          'Invalid arguments for t: amount must be a number; mode must be one of "a", "b".',
        ),
      );
      expect(log).toEqual([]);
    });

    it("is checked by the tool's own schema where it has one, once, and comes as that made it", async () => {
      let checks = 0;
      const inputSchema = z.object({ amount: z.string().transform(Number) }).refine(() => {
        checks += 1;
        return true;
      });
      const run = vi.fn(() => "ok");
      const made = defineTool({ name: "t", description: "", schema: inputSchema, inputSchema: order, run });
      const gateway = gatewayOf({}, { toolkit: createToolkit({ extraTools: [made] }) });
      expect(await gateway.call({ args: { amount: "5" } })).toMatchObject({ kind: "settled", entered: true });
      expect(run).toHaveBeenCalledWith({ amount: 5 }, expect.anything());
      expect(checks).toBe(1);
      expect(await gateway.call({ args: { amount: 5 } })).toMatchObject(
        failed(GATEWAY_CODES.INVALID_INPUT, expect.stringContaining("amount")),
      );
    });

    it("that cannot be checked is refused with words that name the schema's fault", async () => {
      const { call, log } = gatewayOf({ inputSchema: { properties: { a: { pattern: "(x)\\1" } } } });
      expect(await call({ args: { a: "xx" } })).toEqual(
        failed(GATEWAY_CODES.INVALID_SCHEMA, expect.stringMatching(/pattern "\(x\)/)),
      );
      expect(log).toEqual([]);
    });

    it("is not held up by a pattern made to", async () => {
      const { call } = gatewayOf({ inputSchema: { properties: { a: { pattern: "^(a|a)*$" } } } });
      expect(await call({ args: { a: `${"a".repeat(28)}!` } })).toEqual(failed(GATEWAY_CODES.INVALID_INPUT));
    });

    it("is not checked where the host says so", async () => {
      expect(await gatewayOf({ inputSchema: order }, { validate: false }).call()).toMatchObject({ entered: true });
    });

    it("is the tool's own copy: what it changes is nobody's record", async () => {
      const args = Object.freeze({ list: Object.freeze([1]) });
      const { call } = gatewayOf({
        run(given: { list: number[]; more?: number }) {
          given.list.push(2);
          given.more = 3;
          return "changed";
        },
      });
      expect(await call({ args })).toMatchObject({ result: { output: "changed" } });
      expect(args).toEqual({ list: [1] });
    });

    it("is read once: a getter cannot show one thing and run another", async () => {
      let reads = 0;
      const args = {
        get to() {
          reads += 1;
          return reads === 1 ? "alice" : "mallory";
        },
      };
      const policy = vi.fn<Policy>(() => "allow");
      const run = vi.fn(() => "ok");
      await gatewayOf({ run }, { policy }).call({ args });
      expect(policy.mock.calls[0]?.[0].args).toEqual({ to: "alice" });
      expect(run).toHaveBeenCalledWith({ to: "alice" }, expect.anything());
    });

    let deep: JsonObject = {};
    for (let level = 0; level < 5000; level++) deep = { deep };
    it.each<[string, JsonObject, number, RegExp]>([
      ["5,000 levels", deep, GATEWAY_CODES.ARGUMENTS_TOO_LARGE, /more than 128 levels/],
      [
        "100,000 values",
        { a: Array.from({ length: 100_001 }, () => 1) },
        GATEWAY_CODES.ARGUMENTS_TOO_LARGE,
        /more than 100000 values/,
      ],
      ["1e400", JSON.parse('{"amount":1e400}') as JsonObject, GATEWAY_CODES.INVALID_INPUT, /amount is Infinity/],
      ["a function", { f: () => 1 }, GATEWAY_CODES.INVALID_INPUT, /f is a function/],
    ])("of %s is refused, stating the limit", async (_name, args, code, words) => {
      const { call, log } = gatewayOf({});
      expect(await call({ args })).toEqual(failed(code, expect.stringMatching(words)));
      expect(log).toEqual([]);
    });

    it("with __proto__ pollutes nothing", async () => {
      const args = JSON.parse('{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}') as JsonObject;
      const { call } = gatewayOf({
        run: (given: object) => String((Object.assign({}, given) as { admin?: boolean }).admin),
      });
      expect(await call({ args })).toMatchObject({ result: { output: "undefined" } });
      expect(({} as { admin?: boolean }).admin).toBeUndefined();
    });
  });

  describe("results", () => {
    const circle: unknown[] = [];
    circle.push(circle);
    const throws = (thrown: unknown) => () => {
      throw thrown;
    };
    it.each<[string, () => unknown, number | string, unknown]>([
      ["throws an Error", throws(new Error("boom")), GATEWAY_CODES.THREW, "boom"],
      ["throws a text", throws("boom"), GATEWAY_CODES.THREW, "boom"],
      ["throws null", throws(null), GATEWAY_CODES.THREW, "null"],
      [
        "throws an unprintable",
        throws({ toString: throws("x") }),
        GATEWAY_CODES.THREW,
        "an unprintable value was thrown",
      ],
      ["throws with a code", throws(Object.assign(new Error("boom"), { code: "E_STOCK" })), "E_STOCK", "boom"],
      ["throws with a number", throws(Object.assign(new Error("boom"), { code: 402 })), 402, "boom"],
      ["rejects", () => Promise.reject(new Error("late")), GATEWAY_CODES.THREW, "late"],
      ["reports an error", () => ToolResult.error("bad"), GATEWAY_CODES.TOOL_ERROR, "bad"],
      ["returns a circle", () => circle, GATEWAY_CODES.NOT_SERIALISABLE, /\[0\] is a part of itself/],
      ["returns a BigInt", () => ({ n: 1n }), GATEWAY_CODES.NOT_SERIALISABLE, /n is a bigint/],
      ["returns a function", () => () => 1, GATEWAY_CODES.NOT_SERIALISABLE, /a function/],
      [
        "returns a function in metadata",
        () => ({ output: "x", isError: false, metadata: { f: () => 1 } }),
        GATEWAY_CODES.NOT_SERIALISABLE,
        /metadata\.f/,
      ],
      [
        "returns a part with two sources",
        () => ({
          output: "",
          isError: false,
          parts: [{ type: "image", mimeType: "image/png", data: "AQID", url: "https://x.test/" }],
        }),
        "source-conflict",
        /parts\[0\]/,
      ],
      ["returns 100 MB of text", () => "x".repeat(100_000_000), GATEWAY_CODES.OUTPUT_TOO_LARGE, /100000000 characters/],
      [
        "returns 50 MB in pieces",
        () => Array.from({ length: 50 }, () => "x".repeat(1_000_000)),
        GATEWAY_CODES.OUTPUT_TOO_LARGE,
        /./,
      ],
      ["returns 50 MB of bytes", () => new Uint8Array(50_000_000), GATEWAY_CODES.OUTPUT_TOO_LARGE, /./],
    ])("of a tool that %s: the model can read why, the code says so", async (_name, run, code, words) => {
      const { call } = gatewayOf({ run });
      const output = words instanceof RegExp ? expect.stringMatching(words) : words;
      expect(await call()).toEqual(failed(code, output, true));
    });

    it("of a tool that reports its own code carry it, and keep their metadata", async () => {
      const run = () => ToolResult.error("no stock", { errorCode: "E_STOCK", left: 0 });
      expect(await gatewayOf({ run }).call()).toMatchObject({
        failed: true,
        errorCode: "E_STOCK",
        result: { metadata: { left: 0 } },
      });
    });

    it("of a tool that returns nothing are empty, not failed", async () => {
      expect(await gatewayOf({ run: () => undefined }).call()).toEqual({
        kind: "settled",
        result: { output: "", isError: false },
        entered: true,
      });
    });

    it("are capped where the host says", async () => {
      const { call } = gatewayOf({ run: () => "12345" }, { maxOutputChars: 4 });
      expect(await call()).toEqual(
        failed(GATEWAY_CODES.OUTPUT_TOO_LARGE, expect.stringContaining("4 are allowed"), true),
      );
      expect(await gatewayOf({ run: () => "1234" }, { maxOutputChars: 4 }).call()).toMatchObject({
        result: { output: "1234" },
      });
    });
  });

  describe("a tool that asks for a person", () => {
    it("suspends its call after it was entered", async () => {
      const { call } = gatewayOf({
        run: () => ToolResult.authRequired("https://id.example.test/a", "Sign in"),
      });
      expect(await call()).toEqual({
        kind: "suspended",
        origin: "tool",
        entered: true,
        output: "Sign in\nhttps://id.example.test/a",
        request: { id: expect.any(String), kind: "authorization", prompt: "Sign in", url: "https://id.example.test/a" },
      });
    });

    it.each([
      ["javascript:CANARY()"],
      ["data:text/html,x"],
      ["https://a@evil.test/"],
      ["//evil.test"],
      ["http://evil.test/"],
    ])("with the address %s fails: nobody is shown it", async (url) => {
      const { call } = gatewayOf({ run: () => ToolResult.authRequired(url) });
      expect(await call()).toEqual(
        failed(GATEWAY_CODES.REQUEST_REFUSED, expect.stringMatching(/url cannot be shown/), true),
      );
    });

    it("with seconds for expiresAt fails, naming the unit", async () => {
      const pending = { id: "r", kind: "approval", prompt: "x", expiresAt: 1_900_000_000 };
      const { call } = gatewayOf({ run: () => ({ output: "", isError: true, metadata: { pending } }) });
      expect(await call()).toEqual(failed(GATEWAY_CODES.REQUEST_REFUSED, expect.stringMatching(/milliseconds/), true));
    });

    it("is not every tool with something pending in its metadata", async () => {
      const run = () => ToolResult.ok("3 orders", { pending: 3 });
      expect(await gatewayOf({ run }).call()).toMatchObject({ kind: "settled", result: { metadata: { pending: 3 } } });
      const data = () => ({
        output: '{"id":"req_1","ok":true}',
        isError: false,
        metadata: { answer: { id: "req_1", ok: true } },
      });
      expect(await gatewayOf({ run: data }).call()).toMatchObject({ kind: "settled" });
    });
  });

  it("leaves a relayed tool to the host: checked, approved, never entered", async () => {
    const relay = relayTool("t", "", { type: "object", required: ["q"] });
    const { call, log } = gatewayOf({}, { toolkit: createToolkit({ extraTools: [relay] }) });
    expect(await call()).toEqual(failed(GATEWAY_CODES.INVALID_INPUT, expect.stringContaining("q is missing")));
    expect(await call({ args: { q: "x" } })).toMatchObject({
      kind: "suspended",
      origin: "tool",
      entered: false,
      request: { kind: "tool_call" },
    });
    expect(log).toEqual([]);
  });

  describe("an end from outside", () => {
    it("stops a call whose tool does not listen; what it does later is nobody's", async () => {
      const controller = new AbortController();
      let reject: (error: Error) => void = () => undefined;
      const { call } = gatewayOf({
        run: () =>
          new Promise((_resolve, fail) => {
            reject = fail;
          }),
      });
      const running = call({ signal: controller.signal }, () => void setTimeout(() => controller.abort(), 0));
      expect(await running).toEqual(failed(GATEWAY_CODES.ABORTED, expect.any(String), true));
      reject(new Error("too late"));
      await new Promise((resolve) => setTimeout(resolve, 0));
    });

    it("keeps a call from beginning", async () => {
      const { call, log } = gatewayOf({});
      expect(await call({ signal: AbortSignal.abort() })).toEqual(failed(GATEWAY_CODES.ABORTED));
      const controller = new AbortController();
      expect(await call({ signal: controller.signal }, () => controller.abort())).toEqual(
        failed(GATEWAY_CODES.ABORTED),
      );
      expect(log).toEqual([]);
    });

    it("stops a call that takes longer than its tool may, and tells the tool", async () => {
      const { clock, fire, timers } = manualClock();
      let heard: AbortSignal | undefined;
      const { call } = gatewayOf(
        {
          timeoutMs: 50,
          run(_args: never, { signal, timeout }: { signal: AbortSignal; timeout: number }) {
            heard = signal;
            expect(timeout).toBe(50);
            queueMicrotask(fire);
            return new Promise(() => undefined);
          },
        },
        { clock },
      );
      expect(await call()).toEqual(failed(GATEWAY_CODES.TIMEOUT, expect.stringMatching(/longer than 50 ms/), true));
      expect(heard?.aborted).toBe(true);
      expect(timers.size).toBe(0);
    });

    it("calls a tool that stops because it was told to a timeout, not a throw", async () => {
      const { clock, fire } = manualClock();
      const { call } = gatewayOf(
        {
          timeoutMs: 50,
          run: (_args: never, { signal }: { signal: AbortSignal }) => {
            queueMicrotask(fire);
            return new Promise((_resolve, reject) =>
              signal.addEventListener("abort", () => reject(new Error("stopped"))),
            );
          },
        },
        { clock },
      );
      expect(await call()).toMatchObject({ errorCode: GATEWAY_CODES.TIMEOUT });
    });

    it("leaves neither timer nor listener behind", async () => {
      const { clock, timers } = manualClock();
      const { signal } = new AbortController();
      const added = vi.spyOn(signal, "addEventListener");
      const removed = vi.spyOn(signal, "removeEventListener");
      await gatewayOf({ timeoutMs: 50 }, { clock, policy: () => "allow" }).call({ signal });
      expect(timers.size).toBe(0);
      expect(removed.mock.calls.map(([, listener]) => listener)).toEqual(
        expect.arrayContaining(added.mock.calls.map(([, listener]) => listener)),
      );
    });
  });

  it("has a code of its own for each refusal", () => {
    const codes = Object.values(GATEWAY_CODES);
    expect(new Set(codes).size).toBe(codes.length);
    expect(Object.isFrozen(GATEWAY_CODES)).toBe(true);
  });
});
