import { describe, expect, it } from "vitest";
import { ContentPart } from "./content-part.ts";
import { HoldpointError } from "./errors.ts";
import type { Request } from "./request.ts";
import { ToolResult } from "./tool-result.ts";

const image = ContentPart.from(new Uint8Array([1, 2, 3]), { mimeType: "image/png" });
const request: Request = { id: "r1", kind: "approval", prompt: "May I?" };

describe("ToolResult", () => {
  it("has exactly the keys it was given, as before parts existed", () => {
    expect(JSON.stringify(ToolResult.ok("done"))).toBe('{"output":"done","isError":false}');
    expect(JSON.stringify(ToolResult.ok("done", { ms: 3 }))).toBe(
      '{"output":"done","isError":false,"metadata":{"ms":3}}',
    );
    expect(JSON.stringify(ToolResult.ok("done", []))).toBe('{"output":"done","isError":false}');
    expect(JSON.stringify(ToolResult.okWithParts("done", []))).toBe('{"output":"done","isError":false}');
    expect(JSON.stringify(ToolResult.error("bad"))).toBe('{"output":"bad","isError":true}');
    expect(ToolResult.error("bad", { errorCode: "E1" })).toEqual({
      output: "bad",
      isError: true,
      metadata: { errorCode: "E1" },
    });
  });

  it("takes an array as parts, anything else as metadata", () => {
    expect(ToolResult.ok("here", [image])).toEqual({ output: "here", isError: false, parts: [image] });
    expect(ToolResult.okWithParts("here", [image], { page: 1 })).toEqual({
      output: "here",
      isError: false,
      parts: [image],
      metadata: { page: 1 },
    });
  });

  it("reads no output as the empty text", () => {
    expect(ToolResult.ok(null).output).toBe("");
    expect(ToolResult.ok(undefined).output).toBe("");
    expect(ToolResult.error(undefined).output).toBe("");
  });

  it("cannot be changed, and does not change with what it was made of", () => {
    const parts = [{ ...image }];
    const metadata: Record<string, unknown> = { a: 1 };
    const result = ToolResult.okWithParts("here", parts, metadata);
    parts.push({ ...image });
    metadata.a = 2;
    expect(result.parts).toHaveLength(1);
    expect(result.metadata).toEqual({ a: 1 });
    expect(() => Object.assign(result, { output: "x" })).toThrow(TypeError);
    expect(() => (result.parts as unknown[]).push(image)).toThrow(TypeError);
    expect(() => Object.assign(result.parts?.[0] as object, { mimeType: "x" })).toThrow(TypeError);
    expect(() => Object.assign(result.metadata as object, { a: 3 })).toThrow(TypeError);
  });
});

describe("ToolResult.pending", () => {
  it("holds the Request, its prompt as output, and is an error until it is answered", () => {
    expect(ToolResult.pending(request)).toEqual({ output: "May I?", isError: true, metadata: { pending: request } });
    expect(ToolResult.pending({ ...request, url: "https://x.test/" }).output).toBe("May I?\nhttps://x.test/");
  });

  it("makes an id where there is none or an empty one, each time another", () => {
    const { id: _id, ...rest } = request;
    const ids = [rest, { ...rest, id: "" }, rest].map((each) => ToolResult.pendingOf(ToolResult.pending(each))?.id);
    expect(new Set(ids).size).toBe(3);
    for (const id of ids) expect(id).toMatch(/^req_[0-9a-f]{32}$/);
  });

  it("keeps fields of later versions", () => {
    const later = { ...request, urgency: "high" };
    expect(ToolResult.pendingOf(ToolResult.pending(later))).toEqual(later);
  });

  it.each([[Number.NaN], [Number.POSITIVE_INFINITY], ["tomorrow"], [Math.floor(Date.UTC(2030, 0, 1) / 1000)]])(
    "refuses an expiresAt of %s, naming the unit",
    (expiresAt) => {
      expect(() => ToolResult.pending({ ...request, expiresAt })).toThrow(
        expect.objectContaining({ code: "invalid-argument" }),
      );
      if (Number.isFinite(expiresAt))
        expect(() => ToolResult.pending({ ...request, expiresAt })).toThrow(/milliseconds/);
    },
  );

  it("refuses data that cannot be stored, naming the place", () => {
    const make = () => ToolResult.pending({ ...request, data: { rows: [{ f: () => 1 }] } });
    expect(make).toThrow(HoldpointError);
    expect(make).toThrow(/data\.rows\[0\]\.f is a function/);
  });

  it("asks for a login with a default prompt", () => {
    const result = ToolResult.authRequired("https://id.example.test/authorize");
    expect(result.output).toBe("Authorization required to continue\nhttps://id.example.test/authorize");
    expect(ToolResult.pendingOf(result)).toMatchObject({
      kind: "authorization",
      prompt: "Authorization required to continue",
      url: "https://id.example.test/authorize",
    });
    expect(ToolResult.authRequired("https://x.test/", "Sign in").output).toBe("Sign in\nhttps://x.test/");
  });
});

describe("ToolResult.pendingOf", () => {
  it("is the Request of a suspended result, whoever made it", () => {
    expect(ToolResult.pendingOf({ output: "", isError: true, metadata: { pending: request } })).toEqual(request);
    expect(ToolResult.isPending(ToolResult.pending(request))).toBe(true);
    expect(ToolResult.isPending(ToolResult.ok("x"))).toBe(false);
  });

  it.each([
    ["a flag", true],
    ["a number of things", 3],
    ["null", null],
    ["a list", [request]],
    ["no id", { kind: "approval", prompt: "x" }],
    ["an empty id", { ...request, id: "" }],
    ["an id that is no text", { ...request, id: 7 }],
    ["no kind", { id: "r", prompt: "x" }],
    ["a prompt that is no text", { ...request, prompt: { toString: "x" } }],
    ["a url that is no text", { ...request, url: 7 }],
    ["a url that runs script", { ...request, url: "javascript:CANARY()" }],
    ["a url of another scheme", { ...request, url: "data:text/html,x" }],
    ["seconds", { ...request, expiresAt: 1_900_000_000 }],
    ["a function in its data", { ...request, data: { f: () => 1 } }],
  ])("suspends nothing for %s", (_name, pending) => {
    expect(ToolResult.pendingOf({ output: "", isError: true, metadata: { pending } })).toBeUndefined();
  });

  it("takes only the result's own metadata", () => {
    const metadata = Object.create({ pending: request }) as Record<string, unknown>;
    expect(ToolResult.isPending({ output: "", isError: true, metadata })).toBe(false);
  });
});
