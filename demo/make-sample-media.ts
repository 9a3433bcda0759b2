// Makes the sample files in public/media: `npx tsx demo/make-sample-media.ts`. They are committed, so that the demo
// serves them as they are; run it again only to change them.
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { crc32, deflateSync } from "node:zlib";
import { writeSalesReport } from "./src/media/sales-report.ts";
import { speak } from "./src/media/speak.ts";

const folder = fileURLToPath(new URL("../public/media/", import.meta.url));
mkdirSync(folder, { recursive: true });
writeFileSync(`${folder}sample.png`, writePng(480, 320, landscape));
writeFileSync(`${folder}sample.wav`, speak("A run that was paused is never lost."));
writeFileSync(
  `${folder}sample.pdf`,
  writeSalesReport({
    quarter: "Q2 2026",
    months: [
      { name: "April", orders: 301, revenue: 27_400 },
      { name: "May", orders: 355, revenue: 30_150 },
      { name: "June", orders: 420, revenue: 39_900 },
    ],
  }),
);

type Colour = readonly [number, number, number];

/** A sun over two hills, by place: x to the right, y down, both 0 to 1. */
function landscape(x: number, y: number): Colour {
  const nearHill = 0.78 - 0.14 * Math.sin(x * 4.2 + 0.6);
  const farHill = 0.66 - 0.16 * Math.sin(x * 3.1 + 2.4);
  if (y > nearHill) return [46, 110, 78];
  if (y > farHill) return [92, 150, 112];
  const fromSun = Math.hypot((x - 0.68) * 1.5, y - 0.3);
  if (fromSun < 0.13) return [255, 214, 102];
  const glow = Math.max(0, 0.4 - fromSun);
  return [150 + glow * 220, 190 + glow * 90, 235 - glow * 60];
}

/** Writes a PNG of 8 bits a channel without filters. */
function writePng(width: number, height: number, colourAt: (x: number, y: number) => Colour): Buffer {
  const rows: number[] = [];
  for (let row = 0; row < height; row += 1) {
    rows.push(0);
    for (let column = 0; column < width; column += 1) {
      rows.push(...colourAt(column / width, row / height).map((channel) => Math.min(255, Math.round(channel))));
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.from(rows), { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(named, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}
