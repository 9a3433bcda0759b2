import { describe, expect, it } from "vitest";
import { MASK, maskRequest, showHeaders } from "./mask.ts";

const key = "sk-CANARY-0123456789";

function mask(address: string, headers: Record<string, string> = {}) {
  return maskRequest(address, new Headers(headers));
}

describe("maskRequest", () => {
  it("masks every header value that is not known to be harmless, whatever the header is called", () => {
    const { headers } = mask("https://api.test/v1", {
      authorization: `Bearer ${key}`,
      "x-api-key": key,
      cookie: `sid=${key}`,
      "x-our-own": key,
      "content-type": "application/json",
    });
    expect(headers).toEqual({
      authorization: MASK,
      "content-type": "application/json",
      cookie: MASK,
      "x-api-key": MASK,
      "x-our-own": MASK,
    });
  });

  it.each([
    [`https://api.test/v1/chat?key=${key}&mode=fast`, `https://api.test/v1/chat?key=${MASK}&mode=${MASK}`],
    [`https://user:${key}@api.test/v1`, "https://api.test/v1"],
    [`https://api.test/v1#${key}`, "https://api.test/v1"],
    ["http://[not an address", MASK],
  ])("shows nothing secret of the address %s", (address, shown) => {
    expect(mask(address).url).toBe(shown);
  });

  it("takes the secrets of a request out of its texts, also as the other side echoes them", () => {
    const { text, json } = mask(`https://api.test/?key=query-${key}`, { authorization: `Bearer ${key}` });
    expect(text(`Incorrect API key: ${key}, query-${key}`)).not.toContain("CANARY");
    expect(JSON.stringify(json(JSON.stringify({ messages: [{ content: `my key is ${key}` }] })))).not.toContain(
      "CANARY",
    );
  });

  it("masks fields that are called like a secret, and leaves figures and words alone", () => {
    const body = { api_key: "a", nested: { client_secret: "b", token: "c", max_tokens: 100, tokenizer: "d" } };
    expect(mask("/v1").json(JSON.stringify(body))).toEqual({
      api_key: MASK,
      nested: { client_secret: MASK, token: MASK, max_tokens: 100, tokenizer: "d" },
    });
  });

  it("shows the size of base64 in place of it", () => {
    const picture = "iVBORw0KGgo".repeat(100);
    const { json, text } = mask("/v1");
    expect(json(JSON.stringify({ url: `data:image/png;base64,${picture}`, data: picture }))).toEqual({
      url: "[base64, 841 bytes]",
      data: "[base64, 825 bytes]",
    });
    expect(text(`data: {"b64":"${picture}"}`)).toBe('data: {"b64":"[base64, 825 bytes]"}');
  });

  it("keeps names of the language as what they are: fields", () => {
    const shown = mask("/v1").json('{"__proto__":{"polluted":true},"constructor":"x"}');
    expect(Object.keys(shown as object)).toEqual(["__proto__", "constructor"]);
    expect(Reflect.get({}, "polluted")).toBeUndefined();
  });

  it("shows a body that is no JSON as text", () => {
    expect(mask("/v1").json("a=b")).toBe("a=b");
  });
});

it("what comes back is masked by the same list", () => {
  expect(showHeaders(new Headers({ "set-cookie": "a=b", "retry-after": "3" }))).toMatchObject({ "retry-after": "3" });
  expect(JSON.stringify(showHeaders(new Headers({ "x-session": "CANARY" })))).not.toContain("CANARY");
});
