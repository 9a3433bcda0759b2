/** One server-sent event. */
export interface ServerEvent {
  /** Its type; `""` where it names none. */
  readonly event: string;
  readonly data: string;
}

/**
 * Reads server-sent events out of text that comes in pieces, cut anywhere (HTML standard, 9.2.6 "Interpreting an event
 * stream"): lines end in LF, CRLF or CR, comments and fields we have no use for (`id`, `retry`) are passed over.
 *
 * @returns what takes the next piece and gives the events that are whole now
 */
export function createEventReader(): (piece: string) => ServerEvent[] {
  /** The line that has not ended. It is searched once, when it comes: a long line in many pieces costs no more. */
  let line = "";
  /** The last piece ended in CR: an LF that follows belongs to it. */
  let afterReturn = false;
  let event = "";
  let data: string[] = [];

  function endLine(out: ServerEvent[]): void {
    if (line === "") {
      if (data.length > 0) out.push({ event, data: data.join("\n") });
      event = "";
      data = [];
      return;
    }
    const colon = line.indexOf(":");
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(line[colon + 1] === " " ? colon + 2 : colon + 1);
    line = "";
    if (field === "data") data.push(value);
    else if (field === "event") event = value;
  }

  return (piece) => {
    const out: ServerEvent[] = [];
    let from = afterReturn && piece.startsWith("\n") ? 1 : 0;
    const ends = /\r\n?|\n/g;
    ends.lastIndex = from;
    for (let end = ends.exec(piece); end !== null; end = ends.exec(piece)) {
      line += piece.slice(from, end.index);
      from = ends.lastIndex;
      endLine(out);
    }
    line += piece.slice(from);
    if (piece !== "") afterReturn = piece.endsWith("\r");
    return out;
  };
}
