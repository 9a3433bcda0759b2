import { always, fieldOf, outputOf, type Story } from "./story.ts";

export const lookup: Story = {
  id: "lookup",
  title: "Look something up",
  shows: "One tool",
  prompt: "Where is order A-1043?",
  steps: always([
    {
      when: { user: /where is order/i },
      reply: ({ user }) => ({
        text: "Let me look.",
        calls: [{ name: "lookup_order", args: { orderId: /A-\d+/.exec(user)?.[0] ?? "A-1043" } }],
      }),
    },
    {
      when: { user: /where is order/i, results: ["lookup_order"] },
      reply: (request) => {
        const status = fieldOf(request, "lookup_order", "status");
        const item = fieldOf(request, "lookup_order", "item");
        if (status === undefined) return `I could not find it. ${outputOf(request, "lookup_order")}`;
        return `The ${item} is ${status}.`;
      },
    },
  ]),
};
