import { type } from "arktype";
import * as v from "valibot";
import { describe, expectTypeOf, test } from "vitest";
import { z } from "zod";
import type { JsonObject, JsonSchema } from "../contracts/json.ts";
import type { Tool, ToolContext } from "../contracts/tool.ts";
import { ToolResult } from "../contracts/tool-result.ts";
import { defineTool, type ToolArgs, type ToolOutput } from "./define-tool.ts";

const head = { description: "" };

describe("defineTool types its arguments", () => {
  test("from zod", () => {
    const tool = defineTool({
      ...head,
      name: "refund",
      inputSchema: z.object({ amount: z.number(), note: z.string().default("") }),
      run(args, context) {
        expectTypeOf(args).toEqualTypeOf<{ amount: number; note: string }>();
        expectTypeOf(context).toEqualTypeOf<ToolContext>();
        return { paid: args.amount };
      },
    });
    expectTypeOf(tool.name).toEqualTypeOf<"refund">();
    expectTypeOf<ToolArgs<typeof tool>>().toEqualTypeOf<{ amount: number; note: string }>();
    expectTypeOf<ToolOutput<typeof tool>>().toEqualTypeOf<{ paid: number }>();
    expectTypeOf(tool).toExtend<Tool>();
  });

  test("from arktype", () => {
    const tool = defineTool({
      ...head,
      name: "a",
      inputSchema: type({ city: "string" }),
      run: async ({ city }) => city.length,
    });
    expectTypeOf<ToolArgs<typeof tool>>().toEqualTypeOf<{ city: string }>();
    expectTypeOf<ToolOutput<typeof tool>>().toEqualTypeOf<number>();
  });

  test("from valibot, beside the JSON Schema for the model", () => {
    const schema = v.object({ count: v.pipe(v.string(), v.transform(Number)) });
    const inputSchema = { type: "object" };
    const tool = defineTool({ ...head, name: "b", schema, inputSchema, run: ({ count }) => count + 1 });
    expectTypeOf<ToolArgs<typeof tool>>().toEqualTypeOf<{ count: number }>();
  });

  test("from a JSON Schema written in place", () => {
    const tool = defineTool({
      ...head,
      name: "c",
      inputSchema: {
        type: "object",
        properties: {
          id: { type: "string" },
          page: { type: "integer" },
          mode: { enum: ["fast", "slow"] },
          tags: { type: "array", items: { type: "string" } },
          owner: { type: "object", properties: { admin: { type: "boolean" } }, required: ["admin"] },
          note: { anyOf: [{ type: "string" }, { type: "null" }] },
          limit: { type: ["number", "null"] },
        },
        required: ["id", "mode", "owner", "limit"],
      },
      run: ({ id }) => id,
    });
    expectTypeOf<ToolArgs<typeof tool>>().toEqualTypeOf<{
      id: string;
      mode: "fast" | "slow";
      owner: { admin: boolean };
      limit: number | null;
      page?: number;
      tags?: string[];
      note?: string | null;
    }>();
    expectTypeOf<ToolOutput<typeof tool>>().toEqualTypeOf<string>();
  });

  test("as plain JSON where nothing more is known", () => {
    const schema: JsonSchema = { type: "object" };
    const loose = defineTool({ ...head, name: "d", inputSchema: schema, run: (args) => args });
    expectTypeOf<ToolArgs<typeof loose>>().toEqualTypeOf<JsonObject>();
    const none = defineTool({ ...head, name: "e", run: (args) => Object.keys(args).length });
    expectTypeOf<ToolArgs<typeof none>>().toEqualTypeOf<JsonObject>();
    expectTypeOf<ToolArgs<Tool>>().toEqualTypeOf<JsonObject>();
  });

  test("and sees a result of the tool's own making as text", () => {
    const tool = defineTool({ ...head, name: "f", run: () => ToolResult.ok("x") });
    expectTypeOf<ToolOutput<typeof tool>>().toEqualTypeOf<string>();
    const asks = defineTool({
      ...head,
      name: "g",
      run: async (_args, { answer }) => (answer ? { paid: true } : ToolResult.pending({ kind: "input", prompt: "?" })),
    });
    expectTypeOf<ToolOutput<typeof asks>>().toEqualTypeOf<string | { paid: boolean }>();
  });
});
