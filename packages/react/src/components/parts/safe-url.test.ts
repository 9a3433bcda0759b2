import { describe, expect, it } from "vitest";
import { checkUrl, isListedHost } from "./safe-url.ts";

describe("checkUrl", () => {
  it.each([
    "javascript:CANARY()",
    "JaVaScRiPt:CANARY()",
    "java\tscript:CANARY()",
    " javascript:CANARY()",
    "\u0001javascript:CANARY()",
    "data:text/html,<script>CANARY()</script>",
    "blob:https://example.com/1",
    "file:///etc/passwd",
    "view-source:https://example.com",
    "vbscript:x",
    "slack://open",
    "http://example.com/",
    "https://accounts.google.com@evil.example/",
    "https://user:secret@example.com/",
    "//evil.example",
    "https:/\\evil.example",
    "https:evil.example",
    "/login",
    "",
    "https://",
    undefined,
    { href: "https://example.com" },
  ])("refuses %j", (text) => {
    expect(checkUrl(text).ok).toBe(false);
  });

  it.each([
    "https://login.example.com/authorize?state=1",
    "http://localhost:5173/login.html",
    "http://127.0.0.1/x",
    "http://[::1]:8/",
  ])("opens %s", (text) => {
    expect(checkUrl(text)).toMatchObject({ ok: true });
  });

  it("shows a look-alike host as what it is, and warns", () => {
    expect(checkUrl("https://аpple.com/")).toMatchObject({
      ok: true,
      host: "xn--pple-43d.com",
      warnings: ["punycode"],
    });
  });

  it("warns of a host that is only a number", () => {
    expect(checkUrl("https://203.0.113.7/login")).toMatchObject({ ok: true, warnings: ["address-number"] });
  });
});

describe("isListedHost", () => {
  it.each([
    ["https://cdn.example.com/a.png", ["cdn.example.com"], true],
    ["https://a.example.com/a.png", ["*.example.com"], true],
    ["https://example.com/a.png", ["*.example.com"], false],
    ["https://evilexample.com/a.png", ["*.example.com"], false],
    ["https://cdn.example.com.evil.example/a.png", ["cdn.example.com"], false],
    ["https://cdn.example.com/a.png", [], false],
  ])("%s of %j: %s", (url, hosts, expected) => {
    expect(isListedHost(new URL(url), hosts)).toBe(expected);
  });
});
