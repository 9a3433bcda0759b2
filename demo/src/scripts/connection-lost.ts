import { always, type Story } from "./story.ts";

const answer =
  "The connection was lost in the middle of this sentence the first time. You pressed Retry, I was asked again, and " +
  "what had come before was replaced, not doubled.";

export const connectionLost: Story = {
  id: "cut",
  title: "The connection is lost",
  shows: "An error in plain words, and Retry",
  prompt: "Answer, and lose the connection on the way.",
  steps: always([
    {
      when: { user: /lose the connection/i, attempt: 0 },
      reply: { text: answer, fault: { kind: "cut", after: 8 } },
    },
    { when: { user: /lose the connection/i }, reply: answer },
  ]),
};
