import type { JsonObject } from "../contracts/json.ts";
import { returnedResult } from "../contracts/to-tool-result.ts";
import type { Tool } from "../contracts/tool.ts";
import { ToolResult } from "../contracts/tool-result.ts";

/**
 * Lets the model ask the person (contract §4A). Opt-in: give it to `extraTools`. It must not ask for credentials; those
 * go through an `authorization` Request with an address.
 */
export const questionTool: Tool = Object.freeze({
  name: "question",
  description:
    'Ask the host one or more questions. Suspends via a kind:"question" Request (§10); the host\'s waitFor resolves it and the answer is returned to the model.',
  inputSchema: {
    type: "object",
    properties: {
      questions: {
        type: "array",
        description: "Questions to ask",
        items: {
          type: "object",
          properties: {
            question: { type: "string" },
            header: { type: "string" },
            options: { type: "array", items: { type: "string" } },
            multiple: { type: "boolean" },
          },
          required: ["question"],
        },
      },
    },
    required: ["questions"],
    additionalProperties: false,
  },
  source: "builtin",
  // Entering it only asks, so asking again after a restart is harmless.
  idempotent: true,
  execute({ questions }, context = {}) {
    if (context.answer !== undefined) return returnedResult(JSON.stringify(context.answer.data ?? {}));
    const asked: readonly unknown[] = Array.isArray(questions) ? questions : [];
    return ToolResult.pending({
      kind: "question",
      prompt: asked.map(questionLine).join("\n"),
      data: { questions: questions ?? [] },
    });
  },
} satisfies Tool);

function questionLine(asked: unknown): string {
  const { question, options } = (typeof asked === "object" && asked !== null ? asked : {}) as JsonObject;
  const text = typeof question === "string" ? question : "";
  return Array.isArray(options) && options.length > 0 ? `${text} (options: ${options.join(", ")})` : text;
}
