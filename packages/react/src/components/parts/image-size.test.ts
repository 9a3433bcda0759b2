import { describe, expect, it } from "vitest";
import { readImageSize } from "./image-size.ts";
import { type SniffedType, sniffType } from "./sniff-type.ts";

/** Bytes from numbers and ASCII. */
function bytes(...pieces: readonly (number | string | readonly number[])[]): Uint8Array {
  return Uint8Array.from(
    pieces.flatMap((piece) =>
      typeof piece === "string" ? [...piece].map((character) => character.charCodeAt(0)) : piece,
    ),
  );
}
const big16 = (value: number) => [value >> 8, value & 255];
const little16 = (value: number) => [value & 255, value >> 8];
const big32 = (value: number) => [...big16(value >>> 16), ...big16(value & 65_535)];
const little32 = (value: number) => [...little16(value & 65_535), ...little16(value >>> 16)];
const zeros = (count: number) => new Array<number>(count).fill(0);

const exif = (orientation: number) =>
  bytes(
    "Exif\0\0",
    "II",
    [42, 0],
    little32(8),
    little16(1),
    little16(0x0112),
    little16(3),
    little32(1),
    little16(orientation),
    [0, 0],
  );
const segment = (marker: number, content: Uint8Array) => [0xff, marker, ...big16(content.length + 2), ...content];
const frame = (width: number, height: number) => segment(0xc2, bytes(8, big16(height), big16(width), 3, zeros(9)));

const images: [string, SniffedType, Uint8Array, { width: number; height: number }][] = [
  [
    "PNG",
    "image/png",
    bytes([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10], big32(13), "IHDR", big32(300), big32(200)),
    { width: 300, height: 200 },
  ],
  ["GIF", "image/gif", bytes("GIF89a", little16(30), little16(20), [0, 0, 0]), { width: 30, height: 20 }],
  [
    "GIF whose first frame is larger, behind a comment and a colour table",
    "image/gif",
    bytes(
      "GIF89a",
      little16(3),
      little16(2),
      [0x80, 0, 0],
      zeros(6),
      [0x21, 0xfe, 2, 65, 66, 0],
      0x2c,
      little16(10),
      little16(20),
      little16(500),
      little16(400),
      0,
    ),
    { width: 510, height: 420 },
  ],
  [
    "JPEG",
    "image/jpeg",
    bytes([0xff, 0xd8], segment(0xe0, bytes("JFIF\0")), segment(0xc4, bytes(zeros(20))), frame(640, 480)),
    { width: 640, height: 480 },
  ],
  [
    "JPEG on its side",
    "image/jpeg",
    bytes([0xff, 0xd8], segment(0xe1, exif(6)), frame(640, 480)),
    { width: 480, height: 640 },
  ],
  [
    "JPEG upside down",
    "image/jpeg",
    bytes([0xff, 0xd8], segment(0xe1, exif(3)), frame(640, 480)),
    { width: 640, height: 480 },
  ],
  [
    "lossy WebP",
    "image/webp",
    bytes("RIFF", zeros(4), "WEBPVP8 ", zeros(4), [0, 0, 0, 0x9d, 1, 0x2a], little16(176), little16(144)),
    { width: 176, height: 144 },
  ],
  [
    "lossless WebP",
    "image/webp",
    bytes("RIFF", zeros(4), "WEBPVP8L", zeros(4), 0x2f, little32((99 - 1) | ((77 - 1) << 14))),
    { width: 99, height: 77 },
  ],
  [
    "extended WebP",
    "image/webp",
    bytes("RIFF", zeros(4), "WEBPVP8X", zeros(8), [0xff, 0xff, 0], [9, 0, 1]),
    { width: 65_536, height: 65_546 },
  ],
  [
    "BMP",
    "image/bmp",
    bytes("BM", zeros(12), little32(40), little32(64), little32(0xffffffff - 47), zeros(4)),
    { width: 64, height: 48 },
  ],
  [
    "OS/2 BMP",
    "image/bmp",
    bytes("BM", zeros(12), little32(12), little16(5), little16(6), zeros(8)),
    { width: 5, height: 6 },
  ],
  [
    "AVIF of tiles",
    "image/avif",
    bytes(
      big32(24),
      "ftypmif1",
      zeros(4),
      "avif",
      zeros(20),
      "ispe",
      zeros(4),
      big32(512),
      big32(512),
      "ispe",
      zeros(4),
      big32(4000),
      big32(3000),
    ),
    { width: 4000, height: 3000 },
  ],
];

describe("readImageSize", () => {
  it.each(images)("%s", (_name, type, data, size) => {
    expect(sniffType(data)).toBe(type);
    expect(readImageSize(data, type)).toEqual(size);
  });

  it.each(images)(
    "%s, cut off anywhere, gives no size or the right one, and never throws",
    (_name, type, data, size) => {
      for (let length = 0; length < data.length; length += 1) {
        const cut = readImageSize(data.slice(0, length), type);
        if (cut !== undefined && type !== "image/gif" && type !== "image/avif") expect(cut).toEqual(size);
      }
    },
  );

  it("reads a view into a larger buffer at its own place", () => {
    const [, type, data, size] = images[0] ?? [];
    if (type === undefined || data === undefined) throw new Error("no image");
    const larger = new Uint8Array(data.length + 7);
    larger.set(data, 7);
    expect(readImageSize(larger.subarray(7), type)).toEqual(size);
  });
});

describe("sniffType", () => {
  it.each([
    ["%PDF-1.7", "application/pdf"],
    [`junk${" ".repeat(500)}%PDF-1.4`, "application/pdf"],
    ["<html>", "markup"],
    ["\n  <svg>", "markup"],
    ["\xef\xbb\xbf<?xml?>", "markup"],
    ["\xff\xfe<\0s\0v\0g\0", "markup"],
    ["plain text", undefined],
    ["BMW drives", undefined],
    ["", undefined],
    ["RIFF....WAVEfmt ", undefined],
  ])("%j is %s", (text, type) => {
    expect(sniffType(bytes(text))).toBe(type);
  });
});
