import { always, fieldOf, type Story } from "./story.ts";

export const twoAtOnce: Story = {
  id: "two",
  title: "Two tools at once",
  shows: "Calls side by side",
  prompt: "How is the weather in Lisbon, and how late is it there?",
  steps: always([
    {
      when: { user: /weather in lisbon/i },
      reply: {
        calls: [
          { name: "get_weather", args: { city: "Lisbon" } },
          { name: "get_time", args: { timeZone: "Europe/Lisbon" } },
        ],
      },
    },
    {
      when: { user: /weather in lisbon/i, results: ["get_weather", "get_time"] },
      reply: (request) => {
        const sky = fieldOf(request, "get_weather", "sky");
        const degrees = fieldOf(request, "get_weather", "temperatureCelsius");
        return `In Lisbon it is ${fieldOf(request, "get_time", "time")}, the sky is ${sky}, at ${degrees} °C.`;
      },
    },
  ]),
};
