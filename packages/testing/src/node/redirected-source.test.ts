import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createHttpSource } from "@holdpoint/core/request-source";
import { afterEach, expect, test } from "vitest";
import { createVirtualClock } from "../virtual-clock.ts";

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A server on this machine, with what it was asked. */
async function serve(reply: (url: string) => { status: number; location?: string }) {
  const heard: Pick<IncomingMessage, "method" | "headers">[] = [];
  const server = createServer((request, response) => {
    heard.push({ method: request.method, headers: request.headers });
    request.resume();
    const { status, location } = reply(request.url ?? "/");
    // No connection outlives its request: the server can close.
    response.writeHead(status, { connection: "close", ...(location !== undefined && { location }) });
    response.end('{"v":1,"requests":[]}');
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { heard, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test.each([301, 302, 303, 307, 308])(
  "a redirect (%i) is not followed: neither token nor Answer goes elsewhere",
  async (status) => {
    const elsewhere = await serve(() => ({ status: 200 }));
    const desk = await serve((url) => ({ status, location: `${elsewhere.url}${url}` }));
    const clock = createVirtualClock();
    const source = createHttpSource({
      url: `${desk.url}/requests`,
      headers: { authorization: "Bearer token" },
      // Only the waits between attempts go by: the requests are real.
      timeoutMs: 1e9,
      clock,
    });
    for (const asking of [
      () => source.list(),
      () => source.answer("req_1", { ok: true }, { digest: "d" }),
      () => source.retract("req_1"),
    ]) {
      const outcome = settled(asking());
      while (!outcome.isOver) {
        await new Promise((resolve) => setImmediate(resolve));
        await clock.advance(1_000);
      }
      expect(outcome.error).toMatchObject({ code: "source-unreachable" });
      expect(String(outcome.error)).not.toContain("token");
    }
    expect(new Set(desk.heard.map(({ method }) => method))).toEqual(new Set(["GET", "POST", "DELETE"]));
    expect(desk.heard[0]?.headers.authorization).toBe("Bearer token");
    expect(elsewhere.heard).toEqual([]);
  },
);

function settled(promise: Promise<unknown>): { isOver: boolean; error?: unknown } {
  const outcome: { isOver: boolean; error?: unknown } = { isOver: false };
  promise.then(
    () => {
      outcome.isOver = true;
    },
    (error: unknown) => Object.assign(outcome, { isOver: true, error }),
  );
  return outcome;
}
