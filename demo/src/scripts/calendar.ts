import { always, fieldOf, refusalOf, type Story } from "./story.ts";

export const calendar: Story = {
  id: "calendar",
  title: "Connect the calendar",
  shows: "A login in a window of its own",
  prompt: "Connect my calendar and tell me what is on today.",
  steps: always([
    {
      when: { user: /^connect my calendar/i },
      reply: { text: "You will have to sign in once.", calls: [{ name: "connect_calendar" }] },
    },
    {
      when: { user: /^connect my calendar/i, results: ["connect_calendar"] },
      reply: (request) => {
        const account = fieldOf(request, "connect_calendar", "account");
        if (account === undefined) return `The calendar is not connected. ${refusalOf(request, "connect_calendar")}`;
        return `Connected as ${account}. Today: 09:30 Stand-up, and 14:00 Review of the refund flow.`;
      },
    },
  ]),
};
