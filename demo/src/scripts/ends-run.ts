import { always, type Story } from "./story.ts";

export const endsRun: Story = {
  id: "ends",
  title: "Close the ticket",
  shows: "A tool that ends the run",
  prompt: "Close ticket 77, the lamp was replaced.",
  steps: always([
    {
      when: { user: /^close ticket/i },
      reply: {
        text: "Closing it.",
        calls: [{ name: "close_ticket", args: { ticket: "77", summary: "The lamp was replaced." } }],
      },
    },
    // Never said: the tool ends the run. If this shows, it did not.
    {
      when: { user: /^close ticket/i, results: ["close_ticket"] },
      reply: "I was asked once more after the run had ended.",
    },
  ]),
};
