import { always, type Story } from "./story.ts";

export const plainAnswer: Story = {
  id: "plain",
  title: "A plain answer",
  shows: "Text as it streams",
  prompt: "What is a hold point?",
  steps: always([
    {
      when: { user: /what is a hold ?point/i },
      reply: {
        text:
          "A hold point is a place where work stops until a person has looked. Builders use them before concrete is " +
          "poured: what comes next cannot be undone, so somebody signs first.\n\n" +
          "Agents need them too. Before I move money, deploy or sign in somewhere, I stop and ask. The question is " +
          "on disk before you see it, so a reload, a crash or another tab will find it again, and your answer takes " +
          "effect exactly once.",
      },
    },
  ]),
};
