import { describe, expect, it } from "vitest";
import { chooseSkills, listSkills, type SkillDef, skillTool } from "./skill-tool.ts";
import { skillsPrompt } from "./skills-prompt.ts";

const skill = (name: string, more: Partial<SkillDef> = {}): SkillDef => ({
  name,
  content: `\n${name} text\n`,
  ...more,
});
const resources = Array.from({ length: 12 }, (_, at) => `file-${at}.md`);
const load = async (limit: number | undefined) =>
  (await skillTool([skill("a", { resources })], limit).execute({ name: "a" })).output;

describe("the skill tool", () => {
  it.each([
    [undefined, 10],
    [0, 10],
    [3, 3],
    [20, 12],
    [-1, 0],
  ])("with a limit of %s lists %d resources", async (limit, count) => {
    const output = await load(limit);
    expect(output.match(/<file>/g) ?? []).toHaveLength(count);
    expect(output.includes("Note: file list is sampled.")).toBe(count > 0);
  });

  it("finds skills by their own names only", async () => {
    const tool = skillTool([skill("b"), skill("a")]);
    expect(await tool.execute({ name: "constructor" })).toEqual({
      output: 'Skill "constructor" not found. Available skills: a, b',
      isError: true,
    });
    expect((await tool.execute({})).output).toBe('Skill "" not found. Available skills: a, b');
    expect((await skillTool([]).execute({ name: "x" })).output).toBe('Skill "x" not found. Available skills: none');
  });

  it("sorts by code point, past U+FFFF too", () => {
    const text = skillsPrompt(["\uffee", "😀", "b", "B", "ä", "a"].map((name) => skill(name, { description: "d" })));
    expect(text.match(/\*\*(.+?)\*\*/gu)).toEqual(["**B**", "**a**", "**b**", "**ä**", "**\uffee**", "**😀**"]);
  });
});

describe("listSkills", () => {
  it("puts the list before the provider and says what was left out, and why", async () => {
    const { skills, problems } = await listSkills({
      skills: [skill("a"), { content: "x" } as SkillDef],
      skillProvider: async () => [skill("a"), skill("b")],
    });
    expect(skills.map(({ name }) => name)).toEqual(["a", "b"]);
    expect(problems).toEqual([
      { code: "missing-name", index: 1 },
      { code: "duplicate-name", index: 2, name: "a" },
    ]);
  });
});

describe("chooseSkills", () => {
  const abc = ["a", "b", "c"].map((name) => skill(name));
  const chosen = (options: Parameters<typeof chooseSkills>[1], warnings: string[] = []) =>
    chooseSkills(abc, options, (message) => void warnings.push(message))
      .skills.map(({ name }) => name)
      .join("");

  it.each([
    [{}, "abc"],
    [{ skillsFilter: {} }, "abc"],
    [{ skillsFilter: { b: true } }, "b"],
    [{ skillsFilter: { b: false } }, "ac"],
    [{ skillsFilter: { a: true, b: false } }, "a"],
    [{ disableSkills: ["c"] }, "ab"],
    [{ disableSkills: ["c"], skillsFilter: { c: true } }, "c"],
    [{ disableSkills: ["c"], skillsFilter: { b: false } }, "a"],
    [{ skillsFilter: { __proto__: null, constructor: false } as never }, "abc"],
  ])("with %j keeps %s", (options, names) => {
    expect(chosen(options)).toBe(names);
  });

  it("ignores names in a filter that are not there, with one warning", () => {
    const warnings: string[] = [];
    expect(chosen({ skillsFilter: { x: true, y: false, a: true } }, warnings)).toBe("a");
    expect(warnings).toEqual([expect.stringContaining("x, y")]);
  });
});
