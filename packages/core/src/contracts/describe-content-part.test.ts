import { describe, expect, it } from "vitest";
import { ContentPart } from "./content-part.ts";
import { mediaFileLine, partBytes, partTokens, placeholderOf } from "./describe-content-part.ts";

const png = ContentPart.from(new Uint8Array(82), { mimeType: "image/png" });
const linked = ContentPart.from("https://x.test/a.pdf");

describe("what is said of a part", () => {
  it("is the contract's strings, byte for byte", () => {
    expect(ContentPart.summary(png)).toBe("image (image/png, 82 bytes)");
    expect(placeholderOf(png)).toBe("[unsupported image part (image/png, 82 bytes)]");
    expect(mediaFileLine("shot.png", png)).toBe("shot.png (image/png, 82 bytes)");
    expect(ContentPart.summary(linked)).toBe("file (application/pdf, 0 bytes)");
  });

  it("never holds the data", () => {
    expect(ContentPart.describe(png)).toStrictEqual({ type: "image", mimeType: "image/png", bytes: 82 });
    expect(ContentPart.describe(ContentPart.text("é"))).toStrictEqual({
      type: "text",
      mimeType: "text/plain",
      bytes: 2,
    });
  });

  it.each([
    [0, 85],
    [63_750, 85],
    [64_499, 85],
    [64_500, 86],
    [75_749, 100],
  ])("estimates %d bytes as %d tokens", (bytes, tokens) => {
    expect(partTokens({ type: "image", mimeType: "image/png", blob: "0", bytes })).toBe(tokens);
  });

  it("counts text in UTF-8, a blob by its record, an address as nothing", () => {
    expect(partBytes(ContentPart.text("é😀"))).toBe(6);
    expect(partBytes({ type: "file", mimeType: "a/b", blob: "0", bytes: 7 })).toBe(7);
    expect(partBytes(linked)).toBe(0);
  });
});
