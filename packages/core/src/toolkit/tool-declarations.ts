import type { JsonObject } from "../contracts/json.ts";
import type { ToolDeclaration } from "../contracts/tool.ts";

/** Tools as OpenAI takes them: schema only, never a wire detail more (contract §4). */
export function toOpenAITools(tools: readonly ToolDeclaration[]): JsonObject[] {
  return tools.map(({ name, description, inputSchema }) => ({
    type: "function",
    function: { name, description, parameters: inputSchema },
  }));
}

/** Tools as Anthropic takes them (contract §4). */
export function toAnthropicTools(tools: readonly ToolDeclaration[]): JsonObject[] {
  return tools.map(({ name, description, inputSchema }) => ({ name, description, input_schema: inputSchema }));
}

/** Tools as Gemini takes them: one element, also when there are none (contract §4). */
export function toGeminiTools(tools: readonly ToolDeclaration[]): JsonObject[] {
  return [
    {
      functionDeclarations: tools.map(({ name, description, inputSchema }) => ({
        name,
        description,
        parameters: inputSchema,
      })),
    },
  ];
}
