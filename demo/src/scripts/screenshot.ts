import { always, type Story } from "./story.ts";

export const screenshot: Story = {
  id: "screenshot",
  title: "Take a screenshot",
  shows: "A picture, inline",
  prompt: "Take a screenshot of the status page.",
  steps: always([
    { when: { user: /^take a screenshot/i }, reply: { calls: [{ name: "take_screenshot" }] } },
    {
      when: { user: /^take a screenshot/i, results: ["take_screenshot"] },
      reply: (request) =>
        request.media.some((kind) => kind.startsWith("image"))
          ? "I see it: all services are well but the newsletter, and the checkout is rather busy."
          : "The picture did not reach me, only its description.",
    },
  ]),
};
