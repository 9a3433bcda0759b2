import { type } from "arktype";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { ToolResult } from "../contracts/tool-result.ts";
import { defineTool } from "./define-tool.ts";

const nothing = { name: "t", description: "A tool" };

describe("defineTool", () => {
  it("has the contract's defaults", () => {
    const tool = defineTool({ ...nothing, run: () => "x" });
    expect(tool).toMatchObject({
      name: "t",
      description: "A tool",
      source: "native",
      inputSchema: { type: "object", properties: {}, additionalProperties: false },
    });
    for (const flag of ["idempotent", "endsRun", "timeoutMs", "destructive", "standardSchema"])
      expect(tool).not.toHaveProperty(flag);
  });

  it("carries what the host says of it", () => {
    const told = { source: "custom", idempotent: true, endsRun: true, timeoutMs: 5, destructive: true } as const;
    expect(defineTool({ ...nothing, ...told, run: () => "x" })).toMatchObject(told);
  });

  it("never throws: what is thrown is an error result", async () => {
    const throwing = (thrown: unknown) =>
      defineTool({
        ...nothing,
        run() {
          throw thrown;
        },
      });
    expect(await throwing(new Error("boom")).execute({})).toEqual({ output: "boom", isError: true });
    expect(await throwing("boom").execute({})).toEqual({ output: "boom", isError: true });
    expect(await throwing(null).execute({})).toEqual({ output: "null", isError: true });
    const rejecting = defineTool({ ...nothing, run: () => Promise.reject(new Error("late")) });
    expect(await rejecting.execute({})).toEqual({ output: "late", isError: true });
  });

  it("takes a thenable as data and never calls it", async () => {
    let called = 0;
    // biome-ignore lint/suspicious/noThenProperty: what a tool may return
    const thenable = { then: () => void called++, toJSON: () => "data" };
    expect(await defineTool({ ...nothing, run: () => thenable }).execute({})).toEqual({
      output: '"data"',
      isError: false,
    });
    const dressed = Object.assign(Object.create(Promise.prototype) as object, thenable);
    await defineTool({ ...nothing, run: () => dressed }).execute({});
    expect(called).toBe(0);
  });

  it("waits for a promise of a subclass", async () => {
    class Later<T> extends Promise<T> {}
    const tool = defineTool({ ...nothing, run: () => Later.resolve({ a: 1 }) });
    expect(await tool.execute({})).toEqual({ output: '{"a":1}', isError: false });
  });

  it("gives a result of the tool's own making as it is", async () => {
    const result = ToolResult.error("no stock", { errorCode: "E1" });
    expect(await defineTool({ ...nothing, run: async () => result }).execute({})).toEqual(result);
  });

  it("keeps `this` for a method", async () => {
    const tool = defineTool({
      ...nothing,
      run() {
        return (this as typeof nothing).name;
      },
    });
    expect((await tool.execute({})).output).toBe("t");
  });

  it.each([
    [
      "zod",
      defineTool({
        ...nothing,
        inputSchema: z.object({ amount: z.number(), note: z.string().default("none") }),
        run: (args) => args,
      }),
    ],
    [
      "arktype",
      defineTool({ ...nothing, inputSchema: type({ amount: "number", note: "string = 'none'" }), run: (args) => args }),
    ],
  ])(
    "tells the model a %s schema as JSON Schema, and gives the tool what it makes of the arguments",
    async (_name, tool) => {
      expect(tool.inputSchema).toMatchObject({
        type: "object",
        properties: { amount: { type: "number" }, note: { type: "string" } },
        required: ["amount"],
      });
      expect(tool.inputSchema).not.toHaveProperty("$schema");
      expect(await tool.execute({ amount: 1 })).toEqual({ output: '{"amount":1,"note":"none"}', isError: false });
      const refused = await tool.execute({ amount: "1" });
      expect(refused.isError).toBe(true);
      expect(refused.output).toMatch(/^Invalid arguments for t: amount /);
    },
  );

  it("takes a schema that cannot say itself as JSON Schema beside one that the model can be told", async () => {
    const schema = v.object({ amount: v.pipe(v.string(), v.transform(Number)) });
    const inputSchema = { type: "object", properties: { amount: { type: "string" } } };
    const tool = defineTool({ ...nothing, schema, inputSchema, run: ({ amount }) => amount + 1 });
    expect(tool.inputSchema).toBe(inputSchema);
    expect((await tool.execute({ amount: "2" })).output).toBe("3");
    const alone = () => defineTool({ ...nothing, inputSchema: v.object({}), run: () => "x" });
    expect(alone).toThrow(expect.objectContaining({ code: "invalid-argument", path: "inputSchema" }));
    expect(alone).toThrow(/valibot.*`schema`.*`inputSchema`/);
  });

  it("refuses a schema the model cannot be told, and a tool without a name", () => {
    expect(() => defineTool({ ...nothing, inputSchema: z.object({ at: z.date() }), run: () => "x" })).toThrow(
      expect.objectContaining({ code: "invalid-argument", path: "inputSchema" }),
    );
    expect(() => defineTool({ name: "", description: "", run: () => "x" })).toThrow(
      expect.objectContaining({ code: "invalid-argument" }),
    );
  });
});
