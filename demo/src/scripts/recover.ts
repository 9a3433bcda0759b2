import { always, fieldOf, type Story } from "./story.ts";

export const recover: Story = {
  id: "recover",
  title: "A tool that fails",
  shows: "The model reads why, and finds another way",
  prompt: "How many teapots do we have in stock?",
  steps: always([
    {
      when: { user: /teapots/i },
      reply: { calls: [{ name: "check_stock", args: { item: "Teapot", warehouse: "north" } }] },
    },
    {
      when: { user: /teapots/i, results: [{ tool: "check_stock", output: /does not answer/ }] },
      reply: {
        text: "The warehouse in the north does not answer. I will ask the other one.",
        calls: [{ name: "check_stock", args: { item: "Teapot", warehouse: "south" } }],
      },
    },
    {
      when: { user: /teapots/i, results: ["check_stock"] },
      reply: (request) =>
        `There are ${fieldOf(request, "check_stock", "pieces")} in the south. The north I could not ask.`,
    },
  ]),
};
