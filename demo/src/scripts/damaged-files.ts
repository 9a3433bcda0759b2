import { always, type Story } from "./story.ts";

export const damagedFiles: Story = {
  id: "damaged",
  title: "Damaged files",
  shows: "Named errors, and a way to save",
  prompt: "Open the scanned receipt of A-1042.",
  steps: always([
    { when: { user: /^open the scanned/i }, reply: { calls: [{ name: "open_scan", args: { orderId: "A-1042" } }] } },
    {
      when: { user: /^open the scanned/i, results: ["open_scan"] },
      reply: "Both files are damaged. The run is not: we can go on.",
    },
  ]),
};
