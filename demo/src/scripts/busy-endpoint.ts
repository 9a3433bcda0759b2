import { always, type Story } from "./story.ts";

export const busyEndpoint: Story = {
  id: "busy",
  title: "The model is busy",
  shows: "429, then an answer",
  prompt: "Answer, but be busy at first.",
  steps: always([
    {
      when: { user: /be busy at first/i, attempt: 0 },
      reply: { fault: { kind: "status", status: 429, retryAfter: 1 } },
    },
    { when: { user: /be busy at first/i }, reply: "I was busy for a second. You need not have noticed." },
  ]),
};

/** Busy for longer than the client waits: the run fails, and can be retried. */
export const busyTooLong: Story = {
  id: "busy-long",
  title: "Busy for too long",
  shows: "429 until the client gives up",
  prompt: "Answer, but be busy for long.",
  steps: always([
    ...[0, 1, 2].map((attempt) => ({
      when: { user: /be busy for long/i, attempt },
      reply: { fault: { kind: "status", status: 429, retryAfter: 0 } } as const,
    })),
    { when: { user: /be busy for long/i }, reply: "Now I have time for you." },
  ]),
};
