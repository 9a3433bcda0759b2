import { ContentPart, defineTool, ToolResult } from "@holdpoint/core";
import { speak } from "../media/speak.ts";

/** Gives back sound, played inline. */
export const readAloud = defineTool({
  name: "read_aloud",
  description: "Turns a short text into sound.",
  inputSchema: {
    type: "object",
    properties: { text: { type: "string", maxLength: 400 } },
    required: ["text"],
    additionalProperties: false,
  },
  idempotent: true,
  async run({ text }) {
    const sound = new Blob([speak(text)], { type: "audio/wav" });
    return ToolResult.ok(`Read aloud: ${text}`, [await ContentPart.from(sound)]);
  },
});
