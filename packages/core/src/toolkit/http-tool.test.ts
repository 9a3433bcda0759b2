import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { createGateway } from "./gateway.ts";
import { GATEWAY_CODES } from "./gateway-codes.ts";
import { type HttpToolOptions, httpTool } from "./http-tool.ts";
import { createToolkit } from "./toolkit.ts";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A real server on a free port, answering as told. */
async function serve(
  answer: (request: IncomingMessage, response: ServerResponse, body: string) => void,
): Promise<string> {
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => answer(request, response, body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const tool = (url: string, more: Partial<HttpToolOptions> = {}) =>
  httpTool({ name: "h", description: "", method: "GET", url, inputSchema: { type: "object" }, ...more });

describe("httpTool", () => {
  it("sends what was asked for, with the host's headers asked for at that time", async () => {
    const seen: unknown[] = [];
    const base = await serve(({ method, url, headers }, response, body) => {
      seen.push([method, url, headers["x-key"], headers["content-type"], body]);
      response.end("ok");
    });
    let key = 0;
    const post = tool(`${base}/a/{id}`, { method: "post", headers: { "X-Key": async () => `key-${++key}` } });
    expect(await post.execute({ id: 7, b: 1 })).toEqual({ output: "ok", isError: false, metadata: { status: 200 } });
    await post.execute({ id: 8 });
    expect(seen).toEqual([
      ["POST", "/a/7", "key-1", "application/json", '{"b":1}'],
      ["POST", "/a/8", "key-2", undefined, ""],
    ]);
  });

  it("leaves the content type the host gave, whatever its case", async () => {
    const base = await serve(({ headers }, response) => response.end(headers["content-type"]));
    const post = tool(base, { method: "POST", headers: { "CONTENT-type": "application/vnd.x+json" } });
    expect((await post.execute({ a: 1 })).output).toBe("application/vnd.x+json");
  });

  it.each<[Partial<HttpToolOptions>, string, string]>([
    [{}, '{ "a" : 1 }', '{ "a" : 1 }'],
    [{ resultMode: "json" }, '{ "a" : 1 }', '{"a":1}'],
    [{ resultMode: "json" }, "not json", '"not json"'],
    [{ resultMode: "status+text" }, "made", "201\nmade"],
  ])("with %j reads %j as %j", async (options, body, output) => {
    const base = await serve((_request, response) => response.writeHead(201).end(body));
    expect(await tool(base, options).execute({})).toEqual({ output, isError: false, metadata: { status: 201 } });
  });

  it("reports another status as an error, with the status in the metadata", async () => {
    const base = await serve((_request, response) => response.writeHead(404).end("no user"));
    expect(await tool(base, { resultMode: "json" }).execute({})).toEqual({
      output: "HTTP 404: no user",
      isError: true,
      metadata: { status: 404 },
    });
  });

  it("reports a failed connection without metadata", async () => {
    const result = await tool("http://127.0.0.1:1/").execute({});
    expect(result).toStrictEqual({ output: expect.stringMatching(/\w/), isError: true });
  });

  it("stops after its timeout, also when the body never ends", async () => {
    const base = await serve((_request, response) => response.write("begun"));
    expect(await tool(base, { timeout: 30 }).execute({})).toStrictEqual({
      output: "No answer within 30 ms.",
      isError: true,
    });
  });

  it("stops with the run, also where fetch does not listen", async () => {
    const controller = new AbortController();
    const fetch = () => new Promise<Response>(() => controller.abort(new Error("run cancelled")));
    const result = await tool("https://x.test/", { fetch }).execute({}, { signal: controller.signal });
    expect(result).toStrictEqual({ output: "run cancelled", isError: true });
  });

  it("does not carry headers along a redirect", async () => {
    const reached: string[] = [];
    const evil = await serve(({ headers }, response) => {
      reached.push(String(headers["x-api-key"]));
      response.end("stolen");
    });
    const base = await serve((_request, response) => response.writeHead(302, { location: evil }).end());
    const result = await tool(base, { headers: { "x-api-key": "sk-CANARY-1" } }).execute({});
    expect(result).toMatchObject({ isError: true });
    expect(reached).toEqual([]);
    expect((await tool(base).execute({})).output).toBe("stolen");
    expect(reached).toEqual(["undefined"]);
  });

  it("keeps secrets out of what the model reads: echoed by the endpoint, or quoted by the platform", async () => {
    const base = await serve(({ headers }, response) =>
      response.writeHead(401).end(`bad key ${headers.authorization}`),
    );
    const echoed = await tool(base, { headers: { authorization: () => "Bearer sk-CANARY-2" } }).execute({});
    expect(echoed.output).toMatch(/^HTTP 401: bad key/);
    expect(echoed.output).not.toContain("CANARY");
    const broken = await tool(base, { headers: { "x-token": "sk-CANARY-3\n" } }).execute({});
    expect(broken.isError).toBe(true);
    expect(broken.output).not.toContain("CANARY");
  });

  it("expands nothing in a header the host wrote", async () => {
    const base = await serve(({ headers }, response) => response.end(headers["x-name"]));
    // biome-ignore lint/suspicious/noTemplateCurlyInString: nothing is expanded here, and that is the point
    expect((await tool(base, { headers: { "x-name": "${HOME}" } }).execute({})).output).toBe("${HOME}");
  });

  it("does not download more than any output may have", async () => {
    let sent = 0;
    const base = await serve((_request, response) => {
      const piece = Buffer.alloc(1_000_000, "x");
      const write = (): void => {
        while (sent < 200 && response.write(piece)) sent += 1;
        if (sent < 200) response.once("drain", write);
      };
      response.once("close", () => response.removeListener("drain", write));
      write();
    });
    const result = await tool(base).execute({});
    expect(result).toMatchObject({ isError: true, output: expect.stringContaining("larger than") });
    expect(sent).toBeLessThan(100);
  });

  it("is refused by the gateway like any tool when its arguments do not fit", async () => {
    const getUser = tool("https://x.test/{id}", { inputSchema: { type: "object", required: ["id"] } });
    const gateway = createGateway({ toolkit: createToolkit({ extraTools: [getUser] }) });
    const call = {
      runId: "r",
      turn: 0,
      callId: "c",
      toolName: "h",
      args: {},
      attempt: 1,
      idempotencyKey: "r/c",
      signal: new AbortController().signal,
    };
    expect(await gateway.run(call, () => undefined)).toMatchObject({
      failed: true,
      errorCode: GATEWAY_CODES.INVALID_INPUT,
    });
  });
});
