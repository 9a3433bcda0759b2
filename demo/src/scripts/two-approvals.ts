import { always, fieldOf, outputOf, type Story } from "./story.ts";

const wanted = /^refund A-1044 and tell/i;

export const twoApprovals: Story = {
  id: "approvals",
  title: "Two approvals at once",
  shows: "Answer them in any order",
  prompt: "Refund A-1044 and tell the customer by e-mail.",
  steps: always([
    {
      when: { user: wanted },
      reply: {
        text: "Both need your word.",
        calls: [
          {
            name: "refund_order",
            args: { orderId: "A-1044", amountCents: 4500, currency: "EUR", reason: "Late delivery" },
          },
          {
            name: "send_email",
            args: {
              to: "priya@example.com",
              subject: "Your refund",
              body: "Dear Priya Nair,\n\nwe have paid back the EUR 45.00 for your teapot.\n\nKind regards",
            },
          },
        ],
      },
    },
    {
      when: { user: wanted, results: ["refund_order", "send_email"] },
      reply: (request) => {
        const refunded = fieldOf(request, "refund_order", "refunded");
        const sent = fieldOf(request, "send_email", "sent") ?? outputOf(request, "send_email").includes('"sent":true');
        const first = refunded === undefined ? "The refund did not go out." : `${refunded} went back to Priya Nair.`;
        return `${first} ${sent ? "The e-mail is sent." : "No e-mail was sent."}`;
      },
    },
  ]),
};
