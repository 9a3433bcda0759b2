import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mapMcpResult } from "./map-mcp-result.ts";

const image = { type: "image", data: "AQID", mimeType: "image/png" };

describe("mapMcpResult", () => {
  it.each<[string, unknown, object]>([
    [
      "texts are joined by lines",
      {
        content: [
          { type: "text", text: "a" },
          { type: "text", text: "" },
          { type: "text", text: "b" },
        ],
      },
      { output: "a\n\nb", isError: false },
    ],
    [
      "an error without words has ours",
      { isError: true, content: [] },
      { output: "MCP tool returned an error", isError: true },
    ],
    [
      "an error with parts alone is described",
      { isError: true, content: [image] },
      { output: "image (image/png, 3 bytes)", isError: true, parts: [image] },
    ],
    [
      "structured content wins over text",
      { structuredContent: { a: 1 }, content: [{ type: "text", text: "x" }] },
      { output: '{"a":1}', isError: false },
    ],
    [
      "but not over an error",
      { isError: true, structuredContent: { a: 1 }, content: [{ type: "text", text: "x" }] },
      { output: "x", isError: true },
    ],
    [
      "null is no structured content",
      { structuredContent: null, content: [{ type: "text", text: "x" }] },
      { output: "x", isError: false },
    ],
    ["false is", { structuredContent: false }, { output: "false", isError: false }],
    ["a text is, as JSON", { structuredContent: "x" }, { output: '"x"', isError: false }],
    [
      "audio is a part",
      { content: [{ type: "audio", data: "AQID", mimeType: "audio/wav" }] },
      {
        output: "audio (audio/wav, 3 bytes)",
        isError: false,
        parts: [{ type: "audio", data: "AQID", mimeType: "audio/wav" }],
      },
    ],
    [
      "a link without a type has one by its name",
      { content: [{ type: "resource_link", uri: "https://x.test/a.pdf" }] },
      {
        output: "file (application/pdf, 0 bytes)",
        isError: false,
        parts: [{ type: "file", mimeType: "application/pdf", url: "https://x.test/a.pdf" }],
      },
    ],
    [
      "unknown entries are left out",
      { content: [{ type: "hologram" }, null, 7, { type: "text", text: "x" }] },
      { output: "x", isError: false },
    ],
    [
      "base64 with line breaks is mended",
      { content: [{ ...image, data: "AQ\nID" }] },
      { output: "image (image/png, 3 bytes)", isError: false, parts: [image] },
    ],
    ["nothing at all", undefined, { output: "", isError: false }],
  ])("%s", (_name, given, result) => {
    expect(mapMcpResult(given)).toStrictEqual(result);
  });

  it("says of a part that is none that it is unreadable, without its data, and keeps the rest", () => {
    const result = mapMcpResult({
      content: [{ ...image, data: "c2VjcmV0*" }, { type: "text", text: "beside" }, image],
    });
    expect(result.output).toMatch(/^\[unreadable image: .*\]\nbeside$/);
    expect(result.output).not.toContain("c2VjcmV0");
    expect(result.parts).toEqual([image]);
  });

  it("never throws, whatever a server sends", () => {
    const entry = fc.record(
      {
        type: fc.constantFrom("text", "image", "audio", "resource", "resource_link"),
        text: fc.anything(),
        data: fc.anything(),
        mimeType: fc.anything(),
        uri: fc.anything(),
        resource: fc.anything(),
      },
      { requiredKeys: [] },
    );
    const results = fc.oneof(
      fc.anything(),
      fc.record(
        {
          content: fc.oneof(fc.array(entry), fc.anything()),
          isError: fc.anything(),
          structuredContent: fc.anything({ withBigInt: true }),
        },
        { requiredKeys: [] },
      ),
    );
    fc.assert(
      fc.property(results, (given) => {
        const result = mapMcpResult(given);
        expect(typeof result.output).toBe("string");
        expect(structuredClone(result)).toEqual(result);
      }),
    );
  });
});
