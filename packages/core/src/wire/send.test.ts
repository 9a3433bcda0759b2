import { expect, test } from "vitest";
import { ask, completion, failure, wireTo } from "./wire.fixture.ts";

const anthropicReply = () => Response.json({ content: [{ type: "text", text: "ok" }], stop_reason: "end_turn" });

test.each([
  ["openai", "https://llm.test/v1", "https://llm.test/v1/chat/completions"],
  ["openai", "https://llm.test/v1/", "https://llm.test/v1/chat/completions"],
  ["anthropic", "https://llm.test", "https://llm.test/v1/messages"],
  ["anthropic", "https://llm.test/v1/", "https://llm.test/v1/messages"],
  ["anthropic", "https://llm.test/proxy/", "https://llm.test/proxy/v1/messages"],
] as const)("%s at %s is %s", async (style, baseUrl, url) => {
  const { wire, requests } = wireTo(style, [style === "openai" ? completion({ content: "ok" }) : anthropicReply()], {
    baseUrl,
  });
  await ask(wire);
  expect(requests[0]?.url).toBe(url);
  expect(requests[0]?.init.method).toBe("POST");
});

test("the key goes out as the style has it, and the version of the API", async () => {
  const openai = wireTo("openai", [completion({ content: "ok" })], { apiKey: "sk-test" });
  await ask(openai.wire);
  expect(openai.requests[0]?.headers).toMatchObject({
    authorization: "Bearer sk-test",
    "content-type": "application/json",
  });
  const anthropic = wireTo("anthropic", [anthropicReply()], { apiKey: async () => "sk-ant" });
  await ask(anthropic.wire);
  expect(anthropic.requests[0]?.headers).toMatchObject({ "x-api-key": "sk-ant", "anthropic-version": "2023-06-01" });
});

test("without a key no authorization header is sent", async () => {
  for (const apiKey of [undefined, "", () => ""]) {
    const { wire, requests } = wireTo(
      "openai",
      [completion({ content: "ok" })],
      apiKey === undefined ? {} : { apiKey },
    );
    await ask(wire);
    expect(requests[0]?.headers).not.toHaveProperty("authorization");
  }
});

test("headers of the host are merged last, whatever their case, and asked at each attempt", async () => {
  let asked = 0;
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the contract: it is sent as it is
  const literal = "${NAME}";
  const { wire, requests } = wireTo("openai", [new Response("no", { status: 503 }), completion({ content: "ok" })], {
    apiKey: "sk-test",
    retryBaseMs: 0,
    headers: { Authorization: "Custom mine", "X-Token": () => `token-${asked++}`, "X-Literal": literal },
  });
  await ask(wire);
  expect(requests.map(({ headers }) => headers["x-token"])).toEqual(["token-0", "token-1"]);
  expect(requests[1]?.headers).toMatchObject({ authorization: "Custom mine", "x-literal": literal });
});

test("a host function that fails is named, and nothing is sent", async () => {
  const { wire, requests } = wireTo("openai", [], {
    apiKey: () => {
      throw new Error("vault is locked");
    },
  });
  const error = await failure(ask(wire));
  expect([error.code, requests.length]).toEqual(["hook-failed", 0]);
  expect(error.message).toContain("apiKey");
});

test("a value HTTP does not allow is refused without being quoted", async () => {
  const { wire, requests } = wireTo("openai", [], { apiKey: "sk-CANARY\nx: y" });
  const error = await failure(ask(wire));
  expect([error.code, requests.length]).toEqual(["invalid-argument", 0]);
  expect(`${error.message} ${error.stack}`).not.toContain("CANARY");
});

test("a status that is not 2xx is an error with its status and body", async () => {
  const { wire } = wireTo("openai", [new Response("bad key", { status: 401 })]);
  const error = await failure(ask(wire));
  expect(error).toMatchObject({
    name: "EndpointError",
    code: "endpoint-status",
    status: 401,
    message: "LLM 401: bad key",
  });
});

test("a long body of an error is cut", async () => {
  const { wire } = wireTo("openai", [new Response("x".repeat(100_000), { status: 400 })]);
  expect((await failure(ask(wire))).message.length).toBeLessThan(5000);
});

test("a transport failure is told in its own words", async () => {
  const { wire } = wireTo("openai", [new TypeError("fetch failed")], { retries: 0 });
  const error = await failure(ask(wire));
  expect([error.code, error.message.includes("fetch failed")]).toEqual(["endpoint-unreachable", true]);
});

test("a redirect is not followed: the key would go along", async () => {
  const { wire, requests } = wireTo(
    "openai",
    [new Response(null, { status: 307, headers: { location: "https://evil.test" } })],
    {
      apiKey: "sk-test",
    },
  );
  const error = await failure(ask(wire));
  expect(error).toMatchObject({ code: "endpoint-status", status: 307 });
  expect(requests[0]?.init.redirect).toBe("manual");
  expect(requests).toHaveLength(1);
});

test.each([
  ["in the body of an error", () => new Response('{"error":"no such key sk-CANARY/1"}', { status: 401 })],
  ["in an error inside a 200", () => Response.json({ error: { message: "key sk-CANARY/1 is blocked" } })],
  ["in a page of HTML", () => new Response("<html>sk-CANARY/1</html>", { headers: { "content-type": "text/html" } })],
  ["in a transport failure", () => new TypeError("invalid header Bearer sk-CANARY/1")],
  ["url-encoded", () => new Response("?key=sk-CANARY%2F1", { status: 400 })],
] as const)("a secret an endpoint echoes %s is taken out", async (_where, step) => {
  const made = step();
  const { wire } = wireTo("openai", [made], {
    apiKey: "sk-CANARY/1",
    retries: 0,
    headers: { "x-extra": "Bearer sk-CANARY/1" },
  });
  const error = await failure(ask(wire));
  expect(error.message).toContain("[redacted]");
  expect(`${error.message} ${error.stack} ${String(error.cause)} ${JSON.stringify(error)}`).not.toContain("CANARY");
});

test("a key in the address never comes back", async () => {
  const { wire } = wireTo("openai", [new Response("unknown key qk-CANARY", { status: 403 })], {
    baseUrl: "https://llm.test/v1?key=qk-CANARY&x=",
  });
  expect((await failure(ask(wire))).message).not.toContain("CANARY");
});

test("an abort before and during the request is its reason", async () => {
  const reason = new Error("enough");
  const { wire, requests } = wireTo("openai", []);
  expect(await failure(ask(wire, { signal: AbortSignal.abort(reason) }))).toBe(reason);
  expect(requests).toHaveLength(0);

  const controller = new AbortController();
  const hanging = wireTo("openai", [
    ({ init }) =>
      new Promise((_resolve, reject) => {
        init.signal?.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
      }),
  ]);
  const asked = failure(ask(hanging.wire, { signal: controller.signal }));
  setTimeout(() => controller.abort(reason), 0);
  expect(await asked).toBe(reason);
});
