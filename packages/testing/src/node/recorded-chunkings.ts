import { seededRandom } from "../seeded-random.ts";

/** A way to cut a body into what comes over the network at once. */
export interface Chunking {
  readonly name: string;
  /** Where to cut: byte positions, ascending. */
  cuts(body: Uint8Array): Iterable<number>;
}

const LF = 10;
const CR = 13;

/** Every way a reply is served in: whole, at each line, at each byte, inside characters and line ends, at random. */
export const chunkings: readonly Chunking[] = [
  { name: "whole", cuts: () => [] },
  { name: "per line", cuts: (body) => positions(body, (at) => isLineEnd(body[at - 1])) },
  { name: "per byte", cuts: (body) => positions(body, () => true) },
  {
    name: "inside characters and line ends",
    // Before each continuation byte of UTF-8, and on both sides of each CR and LF.
    cuts: (body) =>
      positions(body, (at) => ((body[at] ?? 0) & 0xc0) === 0x80 || isLineEnd(body[at]) || isLineEnd(body[at - 1])),
  },
  {
    name: "at random",
    cuts(body) {
      const random = seededRandom(body.length + 1);
      return positions(body, () => random() < 0.05);
    },
  },
];

/** The chunks as they were recorded, by their lengths. */
export function recordedChunking(lengths: readonly number[]): Chunking {
  return {
    name: "as recorded",
    *cuts() {
      let at = 0;
      for (const length of lengths) {
        at += length;
        yield at;
      }
    },
  };
}

/** A body that comes in pieces, each when it is asked for. */
export function chunkedBody(
  body: Uint8Array<ArrayBuffer>,
  chunking: Chunking,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const cuts = chunking.cuts(body)[Symbol.iterator]();
  let from = 0;
  return new ReadableStream({
    pull(controller) {
      const next = cuts.next();
      const to = next.done ? body.length : Math.min(next.value, body.length);
      // Empty chunks too: a pull that gives nothing is not asked again.
      if (to > from || !next.done) controller.enqueue(body.slice(from, to));
      from = Math.max(from, to);
      if (next.done) controller.close();
    },
  });
}

function isLineEnd(byte: number | undefined): boolean {
  return byte === LF || byte === CR;
}

function* positions(body: Uint8Array, isCut: (at: number) => boolean): Generator<number> {
  for (let at = 1; at < body.length; at++) if (isCut(at)) yield at;
}
