import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { base64ToBytes } from "../primitives/base64.ts";
import { ContentPart } from "./content-part.ts";
import { ContentPartError } from "./errors.ts";
import { readPart } from "./make-content-part.ts";

const coded = (code: string) => expect.objectContaining({ name: "ContentPartError", code });

describe("ContentPart.from", () => {
  it("keeps bytes exactly, also of a view with an offset", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), fc.nat(8), (bytes, offset) => {
        const backing = new Uint8Array(bytes.length + offset + 3);
        backing.set(bytes, offset);
        const part = ContentPart.from(new DataView(backing.buffer, offset, bytes.length), { mimeType: "image/png" });
        expect([...base64ToBytes(part.data ?? "")]).toEqual([...bytes]);
      }),
    );
  });

  it("reads bytes now: a later change of the source is none of the part", () => {
    const bytes = new Uint8Array([1, 2, 3]);
    const part = ContentPart.from(bytes, { mimeType: "image/png" });
    bytes.fill(9);
    expect(part).toEqual({ type: "image", mimeType: "image/png", data: "AQID" });
  });

  it("reads a Blob and a File, with the File's name on a file part only", async () => {
    expect(await ContentPart.from(new Blob(["abc"], { type: "text/plain" }))).toStrictEqual({
      type: "file",
      mimeType: "text/plain",
      data: "YWJj",
    });
    expect(await ContentPart.from(new File(["abc"], "a.PDF"))).toStrictEqual({
      type: "file",
      mimeType: "application/pdf",
      data: "YWJj",
      name: "a.PDF",
    });
    expect(await ContentPart.from(new File(["abc"], "a.pdf"), { name: "b.pdf" })).toMatchObject({ name: "b.pdf" });
    expect(await ContentPart.from(new File(["abc"], "a.png"))).not.toHaveProperty("name");
  });

  it.each([
    ["data:image/png;base64,AQID", { type: "image", mimeType: "image/png", data: "AQID" }],
    ["data:;base64,AQID", { type: "file", mimeType: "application/octet-stream", data: "AQID" }],
    ["DATA:audio/wav;BASE64,AQID", { type: "audio", mimeType: "audio/wav", data: "AQID" }],
    ["data:text/plain;charset=utf-8;base64,YQ==", { type: "file", mimeType: "text/plain;charset=utf-8", data: "YQ==" }],
    ["data:image/png;base64,AQ\r\n ID", { type: "image", mimeType: "image/png", data: "AQID" }],
    ["data:image/png;base64,YQ", { type: "image", mimeType: "image/png", data: "YQ==" }],
    ["data:image/png;base64,YQ%3D%3D", { type: "image", mimeType: "image/png", data: "YQ==" }],
    ["data:text/plain,a%20b", { type: "file", mimeType: "text/plain", data: "YSBi" }],
    [
      "https://x.test/a/b.JPEG?x=.png#y",
      { type: "image", mimeType: "image/jpeg", url: "https://x.test/a/b.JPEG?x=.png#y" },
    ],
    ["http://x.test/a.mp3", { type: "audio", mimeType: "audio/mpeg", url: "http://x.test/a.mp3" }],
  ])("reads %s", (source, part) => {
    expect(ContentPart.from(source)).toStrictEqual(part);
  });

  it.each([
    ["bytes without a type", new Uint8Array(1), undefined, "unknown-extension"],
    ["an address without an extension", "https://x.test/a", undefined, "unknown-extension"],
    ["an extension only in the query", "https://x.test/a?f=a.png", undefined, "unknown-extension"],
    ["an extension only in the host", "https://x.png", undefined, "unknown-extension"],
    ["a path", "/tmp/a.png", undefined, "unsupported"],
    ["a name", "a.png", undefined, "unsupported"],
    ["a blob address", "blob:https://x.test/1", undefined, "unsupported"],
    ["a script address", "javascript:alert(1)//a.png", undefined, "unsupported"],
    ["a data address without data", "data:image/png;base64", undefined, "unsupported"],
    ["data that is no base64", "data:image/png;base64,A*ID", undefined, "unsupported"],
    ["base64 for addresses", "data:image/png;base64,-_-_", undefined, "unsupported"],
    ["base64 cut off", "data:image/png;base64,AQIDA", undefined, "unsupported"],
    ["padding in the middle", "data:image/png;base64,YQ==YQ==", undefined, "unsupported"],
    ["wrong padding", "data:image/png;base64,YQ=", undefined, "unsupported"],
    ["broken percent signs", "data:text/plain,%zz", undefined, "unsupported"],
    ["a type that is none", new Uint8Array(1), { mimeType: "png" }, "unsupported"],
    ["a type with a line break", new Uint8Array(1), { mimeType: "image/png\nx: y" }, "unsupported"],
    ["too many bytes", new Uint8Array(83), { mimeType: "image/png", maxPartBytes: 82 }, "too-large"],
    ["too long base64", "data:image/png;base64,AQIDBA==", { maxPartBytes: 3 }, "too-large"],
    ["a number", 7 as never, undefined, "unsupported"],
    ["null", null as never, undefined, "unsupported"],
  ])("refuses %s", (_name, source, options, code) => {
    expect(() => ContentPart.from(source, options)).toThrow(coded(code));
  });

  it("refuses a Blob by rejecting", async () => {
    await expect(ContentPart.from(new File(["x"], "thing.xyz"))).rejects.toThrow(coded("unknown-extension"));
    await expect(ContentPart.from(new File(["x"], "thing.xyz"))).rejects.toThrow(/xyz/);
    await expect(ContentPart.from(new Blob(["abcd"], { type: "image/png" }), { maxPartBytes: 3 })).rejects.toThrow(
      coded("too-large"),
    );
  });

  it("allows exactly the limit, and looks before it decodes", () => {
    expect(ContentPart.from("data:image/png;base64,AQID", { maxPartBytes: 3 })).toMatchObject({ data: "AQID" });
    // 200 MB that are no base64 at all: the limit comes first.
    expect(() => ContentPart.from(`data:image/png;base64,${"*".repeat(200_000_000)}`)).toThrow(coded("too-large"));
  });

  it("finds one wrong character in a large payload", () => {
    const long = "A".repeat(40_000_000);
    expect(ContentPart.from(`data:image/png;base64,${long}`).data).toHaveLength(long.length);
    expect(() => ContentPart.from(`data:image/png;base64,${long}*AAA`)).toThrow(coded("unsupported"));
  });
});

describe("ContentPart.image, .file, .audio", () => {
  it("make a part of their kind from fields or from a source", async () => {
    expect(ContentPart.image({ mimeType: "image/png", data: "AQID" })).toStrictEqual({
      type: "image",
      mimeType: "image/png",
      data: "AQID",
    });
    expect(ContentPart.file({ mimeType: "image/png", url: "https://x.test/a", name: "a" })).toStrictEqual({
      type: "file",
      mimeType: "image/png",
      url: "https://x.test/a",
      name: "a",
    });
    expect(ContentPart.audio(new Uint8Array([1, 2, 3]), { mimeType: "audio/wav" })).toMatchObject({
      type: "audio",
      data: "AQID",
    });
    expect(await ContentPart.file(new File(["abc"], "a.png"))).toMatchObject({
      type: "file",
      mimeType: "image/png",
      name: "a.png",
    });
  });

  it("want exactly one source", () => {
    expect(() => ContentPart.image({ mimeType: "image/png", data: "AQID", url: "https://x.test/a.png" })).toThrow(
      coded("source-conflict"),
    );
    expect(() => ContentPart.image({ mimeType: "image/png" })).toThrow(coded("source-missing"));
  });
});

describe("readPart", () => {
  it("gives back every part that was made here, as it is", () => {
    const parts = [
      ContentPart.text("hi"),
      ContentPart.from(new Uint8Array([1]), { mimeType: "image/png" }),
      ContentPart.from("https://x.test/a.pdf"),
      ContentPart.file({ mimeType: "text/csv", data: "YQ==", name: "a.csv" }),
    ];
    for (const part of parts) {
      expect(readPart(JSON.parse(JSON.stringify(part)))).toStrictEqual(part);
      expect(Object.isFrozen(part)).toBe(true);
    }
  });

  it("stores narrowly: a data address in `url` becomes data, null is absent, unknown fields go", () => {
    expect(
      readPart({ type: "image", mimeType: "image/png", url: "data:image/png;base64,AQID", data: null, ref: "x" }),
    ).toStrictEqual({
      type: "image",
      mimeType: "image/png",
      data: "AQID",
    });
  });

  it.each([
    ["nothing", undefined],
    ["text", "image"],
    ["no type", { mimeType: "image/png", data: "AQID" }],
    ["text without text", { type: "text" }],
    ["text that is an object", { type: "text", text: { toString: "x" } }],
    ["data that is bytes", { type: "image", mimeType: "image/png", data: new Uint8Array(1) }],
    ["a url that is an object", { type: "image", mimeType: "image/png", url: { href: "https://x.test/a.png" } }],
    ["no mimeType", { type: "image", data: "AQID" }],
  ])("refuses %s", (_name, value) => {
    expect(() => readPart(value)).toThrow(ContentPartError);
  });
});
