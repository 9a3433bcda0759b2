import { describe, expect, it } from "vitest";
import { checkUrl } from "./safe-url.ts";

describe("checkUrl", () => {
  it.each([
    "https://id.example.test/authorize?a=b#c",
    "https://example.test:8443/",
    "HTTPS://Example.Test/x",
    "https://xn--pple-43d.com/",
    "https://аpple.com/",
    "http://localhost:5173/login",
    "http://app.localhost/",
    "http://127.0.0.1:8080/",
    "http://127.1/",
    "http://[::1]:3000/",
    "https://example.test/a@b",
  ])("allows %s", (text) => {
    const checked = checkUrl(text);
    expect(checked.ok).toBe(true);
  });

  it.each([
    ["javascript:CANARY()"],
    ["JaVaScRiPt:CANARY()"],
    ["java\tscript:CANARY()"],
    [" javascript:CANARY()"],
    ["\x01javascript:CANARY()"],
    ["data:text/html,x"],
    ["blob:https://example.test/1"],
    ["file:///etc/passwd"],
    ["view-source:https://example.test"],
    ["vbscript:x"],
    ["slack://open"],
    ["ftp://example.test/"],
    ["https://accounts.google.com@evil.example/"],
    ["https://user:pass@evil.example/"],
    ["https://@evil.example/"],
    ["https://good.test\\@evil.example/"],
    ["//evil.example"],
    ["https:/\\evil.example"],
    ["https:/evil.example"],
    ["https:evil.example"],
    ["https:///evil.example"],
    ["/login"],
    ["login"],
    [""],
    ["http://example.test/"],
    ["http://127.0.0.1.evil.example/"],
    ["http://localhost.evil.example/"],
    ["https://exa mple.test/"],
    ["https://example.test/\n"],
    ["https://example.test/\u00a0"],
    ["https://"],
    [`https://example.test/${"a".repeat(20_000)}`],
  ])("refuses %j in words", (text) => {
    const checked = checkUrl(text);
    expect(checked).toEqual({ ok: false, problem: expect.stringMatching(/\w/) });
  });

  it("gives the host as it will be reached, in ASCII", () => {
    const checked = checkUrl("https://аpple.com/");
    expect(checked.ok && checked.url.hostname).toBe("xn--pple-43d.com");
  });
});
