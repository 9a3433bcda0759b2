import { createVirtualClock } from "@holdpoint/testing";
import { expect, test } from "vitest";
import { readReplyBody } from "./reply-body.ts";

const options = (clock = createVirtualClock()) => ({
  signal: new AbortController().signal,
  idleMs: 1000,
  clock,
  redact: (text: string) => text,
});

test("blanks before JSON are a sign of life, as gateways send while a model works", async () => {
  const clock = createVirtualClock();
  let write: (text: string) => void = () => undefined;
  let close: () => void = () => undefined;
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      write = (text) => controller.enqueue(new TextEncoder().encode(text));
      close = () => controller.close();
    },
  });
  const response = new Response(stream, { headers: { "content-type": "application/json" } });
  const reading = readReplyBody(response, () => "read", options(clock));
  await clock.whenScheduled();
  for (let blank = 0; blank < 10; blank++) {
    write(" \n");
    await clock.advance(900);
  }
  write('{"a":1}');
  close();
  expect(await reading).toEqual({ kind: "text", text: `${" \n".repeat(10)}{"a":1}` });
});

test("a body whose reading was given up before it began is not waited for", async () => {
  const controller = new AbortController();
  controller.abort(new Error("enough"));
  const response = new Response(new ReadableStream({ pull: () => new Promise(() => undefined) }));
  const reading = readReplyBody(response, () => "read", { ...options(), signal: controller.signal });
  await expect(reading).rejects.toThrow("enough");
});

test("a byte order mark is no part of the text", async () => {
  const response = new Response(new Uint8Array([0xef, 0xbb, 0xbf, 0x7b, 0x7d]));
  expect(await readReplyBody(response, () => "read", options())).toEqual({ kind: "text", text: "{}" });
});
