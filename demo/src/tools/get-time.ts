import { defineTool, ToolResult } from "@holdpoint/core";

/** The other of two tools that run at the same time. */
export const getTime = defineTool({
  name: "get_time",
  description: "The time of day in a time zone, such as Europe/Lisbon.",
  inputSchema: {
    type: "object",
    properties: { timeZone: { type: "string" } },
    required: ["timeZone"],
    additionalProperties: false,
  },
  idempotent: true,
  async run({ timeZone }) {
    await new Promise((resolve) => setTimeout(resolve, 250));
    try {
      return { timeZone, time: new Date().toLocaleTimeString("en-GB", { timeZone, timeStyle: "short" }) };
    } catch (error) {
      if (error instanceof RangeError) return ToolResult.error(`There is no time zone ${timeZone}.`);
      throw error;
    }
  },
});
