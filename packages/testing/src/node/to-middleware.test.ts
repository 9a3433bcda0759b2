import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { createScriptedModel } from "../scripted-model.ts";
import { type FetchHandler, type MiddlewareOptions, toMiddleware } from "./to-middleware.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(handler: FetchHandler, options?: MiddlewareOptions): Promise<string> {
  const server = createServer(toMiddleware(handler, options));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const body = JSON.stringify({ model: "m", stream: true, messages: [{ role: "user", content: "x" }] });

describe("toMiddleware", () => {
  test("a scripted model streams over a real socket, event by event", async () => {
    const model = createScriptedModel({ script: [{ reply: "one two" }] });
    model.hold();
    const address = await serve(model.handle);
    const response = await fetch(`${address}/v1/chat/completions`, { method: "POST", body });
    expect(response.status).toBe(200);
    // The headers are here while the body is still held.
    model.release();
    expect(await response.text()).toContain("[DONE]");
    expect(model.requests[0]?.user).toBe("x");
  });

  test("a client that goes away aborts the request", async () => {
    const controller = new AbortController();
    let heard: (reason: unknown) => void = () => undefined;
    const aborted = new Promise<unknown>((resolve) => {
      heard = resolve;
    });
    const address = await serve((request) => {
      request.signal.addEventListener("abort", () => heard(request.signal.reason));
      controller.abort();
      return new Promise(() => undefined);
    });
    await expect(fetch(address, { method: "POST", body, signal: controller.signal })).rejects.toThrow();
    expect(await aborted).toBeInstanceOf(Error);
  });

  test("a reply that breaks in the middle breaks the connection", async () => {
    const model = createScriptedModel({ script: [{ reply: { text: "one two", fault: { kind: "cut", after: 2 } } }] });
    const address = await serve(model.handle);
    const response = await fetch(`${address}/v1/messages`, { method: "POST", body });
    await expect(response.text()).rejects.toThrow();
  });

  test("other paths go on to the next handler", async () => {
    const address = await serve(async () => new Response("mine"), { path: "/v1" });
    expect(await (await fetch(`${address}/v1/x`)).text()).toBe("mine");
    expect((await fetch(`${address}/other`)).status).toBe(404);
  });

  test("with cors a page of another origin may ask, with any header", async () => {
    const address = await serve(async () => new Response("open"), { cors: true });
    const asked = await fetch(address, {
      method: "OPTIONS",
      headers: { origin: "https://page.test", "access-control-request-headers": "authorization,x-api-key" },
    });
    expect(asked.status).toBe(204);
    expect(asked.headers.get("access-control-allow-headers")).toBe("authorization,x-api-key");
    expect((await fetch(address)).headers.get("access-control-allow-origin")).toBe("*");
  });

  test("a handler that throws gives a 500 with its message", async () => {
    const address = await serve(async () => {
      throw new Error("broken handler");
    });
    const response = await fetch(address);
    expect([response.status, await response.text()]).toEqual([500, "broken handler"]);
  });
});
