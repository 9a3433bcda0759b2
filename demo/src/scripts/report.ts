import { always, type Story } from "./story.ts";

export const report: Story = {
  id: "report",
  title: "Make a report",
  shows: "A PDF of three pages, inline",
  prompt: "Make a report on our sales in Q3 2026.",
  steps: always([
    {
      when: { user: /^make a report/i },
      reply: { text: "One moment.", calls: [{ name: "make_report", args: { quarter: "Q3 2026" } }] },
    },
    {
      when: { user: /^make a report/i, results: ["make_report"] },
      reply: "Here is the report. September was the best month, with EUR 46,750 from 498 orders.",
    },
  ]),
};
