import { always, fieldOf, refusalOf, type Story } from "./story.ts";

export const refund: Story = {
  id: "refund",
  title: "Refund an order",
  shows: "Approval of the exact call",
  prompt: "Please refund order A-1042, the lamp arrived broken.",
  steps: always([
    {
      when: { user: /^please refund order A-1042/i },
      reply: {
        reasoning: "The order is A-1042, 89.00 EUR. A refund moves money, so a person will have to approve it.",
        text: "I will refund the lamp in full. Please check the details before it goes out.",
        calls: [
          {
            name: "refund_order",
            args: { orderId: "A-1042", amountCents: 8900, currency: "EUR", reason: "Arrived broken" },
          },
        ],
      },
    },
    {
      when: { user: /^please refund order A-1042/i, results: ["refund_order"] },
      reply: (request) => {
        const refunded = fieldOf(request, "refund_order", "refunded");
        if (refunded !== undefined)
          return `Done: ${refunded} is on its way to ${fieldOf(request, "refund_order", "to")}.`;
        return `I did not refund A-1042. ${refusalOf(request, "refund_order")}`;
      },
    },
  ]),
};
