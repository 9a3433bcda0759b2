import { latin1, type SniffedType } from "./sniff-type.ts";

/** Pixels as shown: an image that is stored on its side is turned first. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/**
 * Reads how large an image says it is from its header, before anything decodes it (threat S42: 60 bytes can declare
 * 30,000 × 30,000 pixels).
 *
 * @returns `undefined` when the header is damaged
 */
export function readImageSize(bytes: Uint8Array, type: SniffedType): ImageSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    switch (type) {
      case "image/png":
        return readPng(bytes, view);
      case "image/gif":
        return readGif(view);
      case "image/jpeg":
        return readJpeg(bytes, view);
      case "image/webp":
        return readWebp(bytes, view);
      case "image/bmp":
        return readBmp(view);
      case "image/avif":
        return readAvif(bytes, view);
      default:
        return undefined;
    }
  } catch (error) {
    // Reading past the end: the header is cut off.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function readPng(bytes: Uint8Array, view: DataView): ImageSize | undefined {
  if (latin1(bytes, 12, 16) !== "IHDR") return undefined;
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

/** The larger of the canvas and the first frame: browsers let the first frame widen the canvas. */
function readGif(view: DataView): ImageSize {
  const size = { width: view.getUint16(6, true), height: view.getUint16(8, true) };
  const flags = view.getUint8(10);
  let offset = 13 + (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  while (offset < view.byteLength && view.getUint8(offset) === 0x21) {
    offset += 2;
    while (offset < view.byteLength && view.getUint8(offset) !== 0) offset += view.getUint8(offset) + 1;
    offset += 1;
  }
  if (offset + 9 > view.byteLength || view.getUint8(offset) !== 0x2c) return size;
  const right = view.getUint16(offset + 1, true) + view.getUint16(offset + 5, true);
  const bottom = view.getUint16(offset + 3, true) + view.getUint16(offset + 7, true);
  return { width: Math.max(size.width, right), height: Math.max(size.height, bottom) };
}

function readJpeg(bytes: Uint8Array, view: DataView): ImageSize | undefined {
  let offset = 2;
  let turned = false;
  for (;;) {
    while (view.getUint8(offset) !== 0xff) offset += 1;
    while (view.getUint8(offset) === 0xff) offset += 1;
    const marker = view.getUint8(offset);
    offset += 1;
    // Markers without a length: fill, restart, start and end of image.
    if (marker === 0 || marker === 1 || (marker >= 0xd0 && marker <= 0xd9)) continue;
    const length = view.getUint16(offset);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) {
      const [height, width] = [view.getUint16(offset + 3), view.getUint16(offset + 5)];
      return turned ? { width: height, height: width } : { width, height };
    }
    if (marker === 0xe1 && latin1(bytes, offset + 2, offset + 8) === "Exif\0\0") {
      turned = readOrientation(view, offset + 8, offset + length) >= 5;
    }
    offset += Math.max(length, 2);
  }
}

/** EXIF tag 0x0112: 5 to 8 lie on their side. Nothing else of EXIF is read: it may hold a place. */
function readOrientation(view: DataView, start: number, end: number): number {
  try {
    const little = view.getUint16(start) === 0x4949;
    const directory = start + view.getUint32(start + 4, little);
    const entries = view.getUint16(directory, little);
    for (let index = 0; index < entries; index += 1) {
      const entry = directory + 2 + index * 12;
      if (entry + 12 > end) break;
      if (view.getUint16(entry, little) === 0x0112) return view.getUint16(entry + 8, little);
    }
  } catch (error) {
    // Damaged EXIF does not harm the picture: browsers then show it as stored.
    if (!(error instanceof RangeError)) throw error;
  }
  return 1;
}

function readWebp(bytes: Uint8Array, view: DataView): ImageSize | undefined {
  switch (latin1(bytes, 12, 16)) {
    case "VP8 ":
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
    case "VP8L": {
      const bits = view.getUint32(21, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case "VP8X": {
      const threeBytes = (at: number) => view.getUint16(at, true) + (view.getUint8(at + 2) << 16) + 1;
      return { width: threeBytes(24), height: threeBytes(27) };
    }
    default:
      return undefined;
  }
}

function readBmp(view: DataView): ImageSize {
  if (view.getUint32(14, true) === 12) return { width: view.getUint16(18, true), height: view.getUint16(20, true) };
  return { width: Math.abs(view.getInt32(18, true)), height: Math.abs(view.getInt32(22, true)) };
}

/** The largest `ispe` property: tiles of a grid have smaller ones (ISO/IEC 23008-12, 6.5.3). */
function readAvif(bytes: Uint8Array, view: DataView): ImageSize | undefined {
  let largest: ImageSize | undefined;
  for (let at = bytes.indexOf(0x69); at >= 0 && at < 65_536; at = bytes.indexOf(0x69, at + 1)) {
    if (latin1(bytes, at, at + 4) !== "ispe") continue;
    const size = { width: view.getUint32(at + 8), height: view.getUint32(at + 12) };
    if (largest === undefined || size.width * size.height > largest.width * largest.height) largest = size;
  }
  return largest;
}
