import { expect, it } from "vitest";
import { nextTask } from "./next-task.ts";

it("nextTask lets a task that was due go first", async () => {
  const order: string[] = [];
  const { port1, port2 } = new MessageChannel();
  const due = new Promise<void>((resolve) => {
    port1.onmessage = () => {
      order.push("due");
      port1.close();
      resolve();
    };
  });
  port2.postMessage(undefined);
  await nextTask();
  order.push("next");
  await due;
  expect(order).toEqual(["due", "next"]);
});
