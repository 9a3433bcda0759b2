import { defineTool } from "@holdpoint/core";

/** One of two tools that run at the same time. */
export const getWeather = defineTool({
  name: "get_weather",
  description: "The weather in a city, now.",
  inputSchema: {
    type: "object",
    properties: { city: { type: "string" } },
    required: ["city"],
    additionalProperties: false,
  },
  idempotent: true,
  async run({ city }) {
    // Long enough to see both calls run side by side.
    await new Promise((resolve) => setTimeout(resolve, 400));
    return { city, sky: "clear", temperatureCelsius: 21, windKmh: 14 };
  },
});
