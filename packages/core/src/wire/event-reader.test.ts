import { createParser } from "eventsource-parser";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createEventReader, type ServerEvent } from "./event-reader.ts";

function read(...pieces: readonly string[]): ServerEvent[] {
  return pieces.flatMap(createPieceReader());
}

/** Takes a piece and gives the events that are whole now. */
function createPieceReader(): (piece: string) => ServerEvent[] {
  const reader = createEventReader();
  return (piece) => {
    reader.feed(piece);
    const events: ServerEvent[] = [];
    for (let event = reader.next(); event !== undefined; event = reader.next()) events.push(event);
    return events;
  };
}

/** What a published parser makes of the same text. */
function readElsewhere(text: string): ServerEvent[] {
  const events: ServerEvent[] = [];
  const parser = createParser({ onEvent: ({ event = "", data }) => events.push({ event, data }) });
  parser.feed(text);
  return events;
}

describe("createEventReader", () => {
  it.each([
    ["LF", "\n"],
    ["CRLF", "\r\n"],
    ["CR", "\r"],
  ])("takes lines that end in %s, cut at every character", (_name, end) => {
    const text = [": keep-alive", "event: delta", 'data: {"a":1}', "", "data:b", "data:  c", "", ""].join(end);
    const events = [
      { event: "delta", data: '{"a":1}' },
      { event: "", data: "b\n c" },
    ];
    expect(read(text)).toEqual(events);
    expect(read(...text)).toEqual(events);
    for (let cut = 0; cut < text.length; cut += 1) expect(read(text.slice(0, cut), text.slice(cut))).toEqual(events);
  });

  it("gives an event as soon as its empty line is there", () => {
    const next = createPieceReader();
    expect(next("data: 1\r")).toEqual([]);
    expect(next("\n\r")).toEqual([{ event: "", data: "1" }]);
    expect(next("\ndata: 2\n\n")).toEqual([{ event: "", data: "2" }]);
  });

  it("tells no event without data, and keeps its type from the next one", () => {
    expect(read("event: lost\n\ndata\n\nid: 1\nretry: 2\nother: 3\n\n")).toEqual([{ event: "", data: "" }]);
  });

  it("keeps a long line that comes in many pieces", () => {
    const next = createPieceReader();
    expect(next("data: ")).toEqual([]);
    for (let piece = 0; piece < 10_000; piece += 1) expect(next("0123456789")).toEqual([]);
    expect(next("\n\n")[0]?.data).toHaveLength(100_000);
  });

  it("reads any stream as the published parser does, however it is cut", () => {
    const line = fc.oneof(
      fc.constantFrom("", "data", "data:", "event", "event: x", ":", ": note", "id: 7", "retry: 10"),
      fc.string({ maxLength: 8 }).map((text) => `data: ${text}`.replaceAll(/[\r\n]/g, "")),
      fc.string({ maxLength: 8 }).map((text) => text.replaceAll(/[\r\n]/g, "")),
    );
    const stream = fc.array(fc.tuple(line, fc.constantFrom("\n", "\r\n")), { maxLength: 20 });
    fc.assert(
      fc.property(stream, fc.array(fc.nat(200), { maxLength: 6 }), (lines, cuts) => {
        const text = `${lines.flat().join("")}\n\n`;
        const places = [0, ...cuts.map((cut) => cut % text.length).sort((a, b) => a - b), text.length];
        const pieces = places.slice(1).map((place, index) => text.slice(places[index], place));
        expect(read(...pieces)).toEqual(readElsewhere(text));
      }),
    );
  });
});
