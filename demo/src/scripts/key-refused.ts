import { always, type Story } from "./story.ts";

export const keyRefused: Story = {
  id: "key",
  title: "The key is refused",
  shows: "401 in plain words",
  prompt: "Answer, but refuse my key once.",
  steps: always([
    {
      when: { user: /refuse my key/i, attempt: 0 },
      reply: { fault: { kind: "status", status: 401, message: "Incorrect API key provided." } },
    },
    { when: { user: /refuse my key/i }, reply: "This time your key was accepted." },
  ]),
};
