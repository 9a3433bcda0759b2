import { compareCodePoints } from "../primitives/compare-code-points.ts";
import type { SkillDef } from "./skill-tool.ts";

/** What the model is told of the skills it can load (contract §3): the described ones, sorted by code point. */
export function skillsPrompt(skills: readonly SkillDef[]): string {
  const described = skills.filter(({ description }) => description !== undefined && description !== "");
  if (described.length === 0) return "No skills are currently available.";
  return [
    "Skills provide specialized instructions and workflows for specific tasks.",
    "Use the skill tool to load a skill when a task matches its description.",
    "",
    "## Available Skills",
    ...described
      .sort((left, right) => compareCodePoints(left.name, right.name))
      .map(({ name, description }) => `- **${name}**: ${description}`),
  ].join("\n");
}
