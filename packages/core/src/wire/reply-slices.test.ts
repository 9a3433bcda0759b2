import { expect, it } from "vitest";
import { systemClock } from "../primitives/clock.ts";
import { readReplyBody } from "./reply-body.ts";

it("a burst is handled in slices: what else the page has to do comes in between", async () => {
  const events = 2_000;
  let handled = 0;
  let now = 0;
  const seen: number[] = [];
  const { port1, port2 } = new MessageChannel();
  // The page's other work: it asks for its next turn each time.
  port1.onmessage = () => {
    seen.push(handled);
    if (handled < events) port2.postMessage(undefined);
    else port1.close();
  };
  port2.postMessage(undefined);
  const body = await readReplyBody(
    new Response("data: {}\n\n".repeat(events), { headers: { "content-type": "text/event-stream" } }),
    () => {
      handled += 1;
      now += 0.1;
      return "read";
    },
    {
      signal: new AbortController().signal,
      idleMs: 0,
      clock: { ...systemClock, now: () => now },
      redact: (text) => text,
    },
  );
  expect(body).toMatchObject({ kind: "stream", events });
  expect(new Set(seen.filter((count) => count > 0 && count < events)).size).toBeGreaterThanOrEqual(3);
});
