import { describe, expect, it, vi } from "vitest";
import { HoldpointError } from "../contracts/errors.ts";
import type { Tool } from "../contracts/tool.ts";
import { ToolResult } from "../contracts/tool-result.ts";
import { defineTool } from "./define-tool.ts";
import { questionTool } from "./question-tool.ts";
import { relayTool } from "./relay-tool.ts";
import { createToolkit } from "./toolkit.ts";

const tool = (name: string, output = name, source: Tool["source"] = "native") =>
  defineTool({ name, description: "", source, run: () => output });
const names = (toolkit: { tools(): readonly Tool[] }) => toolkit.tools().map(({ name }) => name);
const skills = [{ name: "pdf", description: "PDF work", content: "x" }];

function warned() {
  const warnings: string[] = [];
  return { warnings, warn: (message: string) => void warnings.push(message) };
}

describe("createToolkit", () => {
  it("has no tools unless the host adds some: the question is opt-in", () => {
    expect(createToolkit().tools()).toEqual([]);
    expect(createToolkit().skillsPrompt()).toBe("");
  });

  it("puts remote tools first, then the skill tool, then the host's", async () => {
    const mcp = { load: async () => ({ tools: [tool("remote", "r", "mcp")] }) };
    const toolkit = await createToolkit({ mcp, skills, extraTools: [tool("own"), questionTool] });
    expect(names(toolkit)).toEqual(["remote", "skill", "own", "question"]);
  });

  it("keeps the first of two tools with one name, with one warning", async () => {
    const { warnings, warn } = warned();
    const toolkit = createToolkit({ extraTools: [tool("a", "1"), tool("a", "2"), tool("b")], warn });
    expect((await toolkit.execute("a")).output).toBe("1");
    expect(warnings).toEqual([expect.stringContaining('"a"')]);
    toolkit.register(tool("b", "late"), tool("c"));
    expect(names(toolkit)).toEqual(["a", "b", "c"]);
    expect(warnings).toHaveLength(2);
  });

  it("lets a tool of the host replace a built-in of its name, in its place and without a warning", async () => {
    const { warnings, warn } = warned();
    const toolkit = createToolkit({ extraTools: [questionTool, tool("a"), tool("question", "mine")], warn });
    expect(names(toolkit)).toEqual(["question", "a"]);
    expect((await toolkit.execute("question")).output).toBe("mine");
    expect(warnings).toEqual([]);
  });

  it("drops tools by the name the model would see", () => {
    const toolkit = createToolkit({ skills, extraTools: [tool("a"), tool("b")], disableTools: ["a", "skill"] });
    expect(names(toolkit)).toEqual(["b"]);
  });

  it("gives the same list until a tool is registered", () => {
    const toolkit = createToolkit({ extraTools: [tool("a")] });
    const before = toolkit.tools();
    expect(toolkit.tools()).toBe(before);
    toolkit.register(tool("b"));
    expect(toolkit.tools()).not.toBe(before);
    expect(before).toHaveLength(1);
  });

  it.each(["constructor", "__proto__", "toString", "hasOwnProperty", "nope", ""])("knows no tool %j", async (name) => {
    const toolkit = createToolkit({ extraTools: [tool("a")] });
    expect(toolkit.get(name)).toBeUndefined();
    expect(await toolkit.execute(name, {})).toEqual({ output: `Unknown tool: ${name}`, isError: true });
  });

  it("executes a tool of any such name that does exist", async () => {
    const toolkit = createToolkit({ extraTools: [tool("constructor"), tool("__proto__")] });
    expect((await toolkit.execute("constructor")).output).toBe("constructor");
    expect((await toolkit.execute("__proto__")).output).toBe("__proto__");
  });

  it("never throws, whatever a bare tool object does", async () => {
    const bare = (execute: Tool["execute"]): Tool => ({
      name: "raw",
      description: "",
      inputSchema: {},
      source: "custom",
      execute,
    });
    const run = (execute: unknown) => createToolkit({ extraTools: [bare(execute as Tool["execute"])] }).execute("raw");
    expect(
      await run(() => {
        throw new Error("raw failure");
      }),
    ).toEqual({ output: "raw failure", isError: true });
    expect(await run(() => Promise.reject("late"))).toEqual({ output: "late", isError: true });
    expect(await run(() => ({ isError: true }))).toEqual({ output: "", isError: true });
    expect(await run(() => undefined)).toEqual({ output: "", isError: false });
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    expect((await run(() => proxy)).isError).toBe(true);
  });

  it("refuses what is no tool, and a relayed tool that passes for a built-in", () => {
    for (const wrong of [undefined, {}, { name: "a" }, { name: "", execute: () => "x" }]) {
      expect(() => createToolkit({ extraTools: [wrong as unknown as Tool] })).toThrow(
        expect.objectContaining({ code: "invalid-toolkit" }),
      );
    }
    for (const name of ["bash", "webfetch", "question", "todowrite"]) {
      expect(() => createToolkit({ extraTools: [relayTool(name, "", {})] })).toThrow(HoldpointError);
    }
    expect(names(createToolkit({ extraTools: [relayTool("bash2", "", {})] }))).toEqual(["bash2"]);
  });

  it("builds without a skill provider that fails, tells it once, and quotes nothing of it", async () => {
    const { warnings, warn } = warned();
    const skillProvider = () => Promise.reject(new Error("GET https://x.test/?key=sk-CANARY failed"));
    const toolkit = await createToolkit({ skills, skillProvider, warn });
    expect(toolkit.skillsPrompt()).toContain("**pdf**");
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).not.toContain("CANARY");
  });

  it("asks a skill provider once", async () => {
    const skillProvider = vi.fn(() => skills);
    const toolkit = await createToolkit({ skillProvider });
    await toolkit.execute("skill", { name: "pdf" });
    toolkit.skillsPrompt();
    expect(skillProvider).toHaveBeenCalledTimes(1);
  });

  it("stops building on an abort, and closes what was loaded by then", async () => {
    const close = vi.fn();
    const controller = new AbortController();
    const load = async () => {
      controller.abort(new Error("enough"));
      return { tools: [], close };
    };
    await expect(createToolkit({ mcp: { load }, signal: controller.signal })).rejects.toThrow("enough");
    expect(close).toHaveBeenCalledTimes(1);
  });

  it("closes once", async () => {
    const close = vi.fn();
    const toolkit = await createToolkit({ mcp: { load: async () => ({ tools: [], close }) } });
    await toolkit.close();
    await toolkit.close();
    expect(close).toHaveBeenCalledTimes(1);
  });

  it("passes context and answer on to the tool", async () => {
    const seen: unknown[] = [];
    const asking: Tool = {
      ...tool("ask"),
      execute: (args, context) => {
        seen.push([args, context]);
        return ToolResult.ok("");
      },
    };
    const context = { answer: { id: "r", ok: true, data: 0 } };
    await createToolkit({ extraTools: [asking] }).execute("ask", { a: 1 }, context);
    expect(seen).toEqual([[{ a: 1 }, context]]);
  });
});
