import type { Tool } from "../contracts/tool.ts";
import type { ToolResult } from "../contracts/tool-result.ts";
import { compareCodePoints } from "../primitives/compare-code-points.ts";
import { filterByName, type NameFilter } from "./tool-filter.ts";

/** A skill as data (contract §3): instructions a model loads when a task needs them. */
export interface SkillDef {
  readonly name: string;
  /** Only a described skill is listed in the system text. */
  readonly description?: string;
  readonly content: string;
  /** Names of files that belong to it, as the host gives them. */
  readonly resources?: readonly string[];
  /** @default `skill://<name>/` */
  readonly base?: string;
}

/** Gives skills when the toolkit is built, once. */
export type SkillProvider = () => readonly SkillDef[] | Promise<readonly SkillDef[]>;

/** Where skills come from and which are wanted. */
export interface SkillOptions {
  readonly skills?: readonly SkillDef[];
  /** Comes after `skills`. One that fails is told once and gives none. */
  readonly skillProvider?: SkillProvider;
  /** Before the tool and the system text are made. */
  readonly skillsFilter?: NameFilter;
  /** As `false` entries of the filter, where it does not say otherwise. */
  readonly disableSkills?: readonly string[];
  /** Resources a loaded skill lists: 0 at most 10, n at most n, -1 none. @default 0 */
  readonly skillSampleLimit?: number;
}

/** What is wrong with a skill that was left out. */
export interface SkillProblem {
  readonly code: "missing-name" | "duplicate-name" | "provider-failed";
  /** Its position in the list and, after it, in what the provider gave. */
  readonly index: number;
  readonly name?: string;
}

/** The skills that can be loaded, and what is wrong with the others. */
export interface SkillList {
  readonly skills: readonly SkillDef[];
  readonly problems: readonly SkillProblem[];
}

/**
 * The skills a toolkit with these options would have, and why others are left out (contract §3).
 *
 * @example
 * const { skills, problems } = await listSkills({ skills: mine, skillProvider: load });
 */
export async function listSkills(options: SkillOptions, warn: (message: string) => void = ignore): Promise<SkillList> {
  const given: SkillDef[] = [...(options.skills ?? [])];
  const problems: SkillProblem[] = [];
  try {
    given.push(...((await options.skillProvider?.()) ?? []));
  } catch {
    // Isolated: the toolkit is built without them. What was thrown may quote a key or an address, so it is not told.
    problems.push({ code: "provider-failed", index: given.length });
    warn("The skill provider failed; the toolkit is built without its skills.");
  }
  const chosen = chooseSkills(given, options, warn);
  return { skills: chosen.skills, problems: [...chosen.problems, ...problems] };
}

/** {@link listSkills} for skills that are already here: the first of two with one name wins, one without is left out. */
export function chooseSkills(
  given: readonly SkillDef[],
  { skillsFilter, disableSkills = [] }: SkillOptions,
  warn: (message: string) => void,
): SkillList {
  const byName = new Map<string, SkillDef>();
  const problems: SkillProblem[] = [];
  given.forEach((skill, index) => {
    const { name } = skill;
    if (typeof name !== "string" || name === "") {
      problems.push({ code: "missing-name", index });
    } else if (byName.has(name)) {
      problems.push({ code: "duplicate-name", index, name });
      warn(`Two skills are called "${name}". The first one counts.`);
    } else {
      byName.set(name, skill);
    }
  });
  const known = disableSkills.filter((name) => byName.has(name));
  const filter = { ...Object.fromEntries(known.map((name) => [name, false])), ...skillsFilter };
  return { skills: filterByName([...byName.values()], filter, warn), problems };
}

/** The one tool by which a model loads a skill (contract §3). */
export function skillTool(skills: readonly SkillDef[], sampleLimit = 0): Tool {
  const byName = new Map(skills.map((skill) => [skill.name, skill]));
  return Object.freeze({
    name: "skill",
    description: [
      "Load a specialized skill when the task at hand matches one of the skills listed in the system prompt.",
      "Use this tool to inject the skill's instructions and resources into current conversation. The output may contain detailed workflow guidance as well as references to scripts, files, etc in the same directory as the skill.",
      "The skill name must match one of the skills listed in your system prompt.",
    ].join("\n\n"),
    inputSchema: {
      type: "object",
      properties: { name: { type: "string", description: "The name of the skill to load" } },
      required: ["name"],
      additionalProperties: false,
    },
    source: "skill",
    idempotent: true,
    execute({ name }) {
      const wanted = typeof name === "string" ? name : "";
      const skill = byName.get(wanted);
      if (skill !== undefined) return loadedSkill(skill, sampleLimit);
      const names = [...byName.keys()].sort(compareCodePoints).join(", ") || "none";
      return { output: `Skill "${wanted}" not found. Available skills: ${names}`, isError: true };
    },
  } satisfies Tool);
}

function loadedSkill(skill: SkillDef, sampleLimit: number): ToolResult {
  const base = skill.base ?? `skill://${skill.name}/`;
  const sample = sampleLimit < 0 ? [] : (skill.resources ?? []).slice(0, sampleLimit === 0 ? 10 : sampleLimit);
  const files =
    sample.length === 0
      ? []
      : [
          "Note: file list is sampled.",
          "",
          "<skill_files>",
          ...sample.map((resource) => `<file>${resource}</file>`),
          "</skill_files>",
        ];
  const lines = [
    `<skill_content name="${skill.name}">`,
    `# Skill: ${skill.name}`,
    "",
    skill.content.trim(),
    "",
    `Base directory for this skill: ${base}`,
    "Relative paths in this skill (e.g., scripts/, reference/) are relative to this base directory.",
    ...files,
    "</skill_content>",
  ];
  return { output: lines.join("\n"), isError: false, metadata: { name: skill.name, dir: base } };
}

function ignore(): undefined {
  return undefined;
}
