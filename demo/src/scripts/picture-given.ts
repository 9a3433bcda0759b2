import { always, type Story } from "./story.ts";

export const pictureGiven: Story = {
  id: "picture",
  title: "Ask about a picture",
  shows: "An attachment of yours",
  prompt: "What is in this picture?",
  attachment: "media/sample.png",
  steps: always([
    {
      when: { user: /what is in this picture/i },
      reply: (request) =>
        request.media.length > 0
          ? "A sun over two hills. I am a script and cannot see, but the picture did arrive."
          : "There was no picture with your message.",
    },
  ]),
};
