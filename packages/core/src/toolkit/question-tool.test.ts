import { describe, expect, it } from "vitest";
import { ToolResult } from "../contracts/tool-result.ts";
import { questionTool } from "./question-tool.ts";

const ask = async (args: Record<string, unknown>) => ToolResult.pendingOf(await questionTool.execute(args));

describe("questionTool", () => {
  it("suspends with the questions as they were given", async () => {
    const questions = [
      { question: "Where to?", options: ["Rome", "Oslo"] },
      { question: "When?" },
      { question: "Who?", options: [] },
    ];
    expect(await ask({ questions })).toMatchObject({
      kind: "question",
      prompt: "Where to? (options: Rome, Oslo)\nWhen?\nWho?",
      data: { questions },
    });
  });

  it.each([[undefined], ["Where?"], [[null, 7, {}]]])("asks something even of %j", async (questions) => {
    expect(await ask({ questions })).toMatchObject({ kind: "question" });
  });

  it.each([
    [{ a: 1 }, '{"a":1}'],
    ["Rome", '"Rome"'],
    [false, "false"],
    [0, "0"],
    [undefined, "{}"],
    [null, "{}"],
  ])("returns the JSON text of the answer %j", async (data, output) => {
    const answer = { id: "r", ok: true, data };
    expect(await questionTool.execute({ questions: [] }, { answer })).toEqual({ output, isError: false });
  });
});
