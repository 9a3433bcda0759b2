import type { TurnContent } from "@holdpoint/core";
import { base64, pdfBlob, pngBlob, pngHeader, wavBlob } from "./part-samples.fixture.ts";

/** One state a part can be in. */
export interface PartState {
  readonly name: string;
  readonly part: TurnContent;
}

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 40"><rect width="60" height="40" fill="teal"/></svg>';

/** Every state of every part. Made when asked for: bytes are drawn, not kept. */
export async function partStates(): Promise<readonly PartState[]> {
  const data = async (blob: Blob): Promise<string> => base64(blob);
  const text = (words: string): Promise<string> => data(new Blob([words]));
  return [
    { name: "text", part: { type: "text", text: "Delivered on Monday." } },
    {
      name: "image",
      part: { type: "image", mimeType: "image/png", data: await data(await pngBlob(320, 180)), name: "shelf.png" },
    },
    {
      name: "SVG, as an image",
      part: { type: "image", mimeType: "image/svg+xml", data: await text(svg), name: "mark.svg" },
    },
    {
      name: "PDF",
      part: { type: "file", mimeType: "application/pdf", data: await data(pdfBlob(3)), name: "report.pdf" },
    },
    { name: "sound", part: { type: "audio", mimeType: "audio/wav", data: await data(wavBlob()), name: "tone.wav" } },
    {
      name: "text file",
      part: { type: "file", mimeType: "text/csv", data: await text("order,cents\nA-17,8900\n"), name: "orders.csv" },
    },
    {
      name: "file",
      part: {
        type: "file",
        mimeType: "application/zip",
        data: await text("PK\u0003\u0004 and more"),
        name: "all-orders.zip",
      },
    },
    {
      name: "broken image",
      part: { type: "image", mimeType: "image/png", data: await text("no image"), name: "broken.png" },
    },
    {
      name: "broken PDF",
      part: { type: "file", mimeType: "application/pdf", data: await text("%PDF-1.7 cut"), name: "broken.pdf" },
    },
    {
      name: "image too large to decode",
      part: { type: "image", mimeType: "image/png", data: await data(pngHeader(60_000, 60_000)), name: "huge.png" },
    },
    {
      name: "kept elsewhere",
      part: { type: "image", mimeType: "image/png", url: "https://cdn.example.com/shelf.png", name: "shelf.png" },
    },
    {
      name: "at no safe address",
      part: { type: "file", mimeType: "text/html", url: "javascript:alert(1)", name: "page.html" },
    },
    {
      name: "bytes that are gone",
      part: {
        type: "image",
        mimeType: "image/png",
        blob: "0".repeat(64),
        bytes: 1234,
        name: "gone.png",
      } as TurnContent,
    },
    {
      name: "hostile name",
      part: { type: "file", mimeType: "application/octet-stream", data: await text("x"), name: "invoice\u202Efdp.exe" },
    },
  ];
}
