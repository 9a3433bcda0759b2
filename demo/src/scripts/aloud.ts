import { always, type Story } from "./story.ts";

export const aloud: Story = {
  id: "aloud",
  title: "Read this aloud",
  shows: "Sound, inline",
  prompt: "Read this aloud: A run that was paused is never lost.",
  steps: always([
    {
      when: { user: /^read this aloud/i },
      reply: ({ user }) => ({
        calls: [{ name: "read_aloud", args: { text: user.replace(/^read this aloud:?\s*/i, "").slice(0, 400) } }],
      }),
    },
    { when: { user: /^read this aloud/i, results: ["read_aloud"] }, reply: "There you go." },
  ]),
};
