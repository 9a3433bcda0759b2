import { expect, it } from "vitest";

it("is imported on a server, where there are no elements, and defining them there does nothing", async () => {
  expect(globalThis.HTMLElement).toBeUndefined();
  const { defineHoldpointElements, HoldpointInboxElement } = await import("./index.ts");
  await import("./define.ts");
  await import("./embed.ts");
  await import("./frame.ts");
  expect(() => defineHoldpointElements()).not.toThrow();
  expect(HoldpointInboxElement.observedAttributes).toContain("src");
});
