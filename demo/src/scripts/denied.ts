import { always, outputOf, type Story } from "./story.ts";

export const denied: Story = {
  id: "denied",
  title: "Something not allowed",
  shows: "Policy refuses, nobody is asked",
  prompt: "Delete the customer jonas@example.com.",
  steps: always([
    {
      when: { user: /^delete the customer/i },
      reply: { calls: [{ name: "delete_customer", args: { email: "jonas@example.com" } }] },
    },
    {
      when: { user: /^delete the customer/i, results: ["delete_customer"] },
      reply: (request) => `I may not do that. ${outputOf(request, "delete_customer")}`,
    },
  ]),
};
