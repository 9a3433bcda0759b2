/** One server-sent event. */
export interface ServerEvent {
  /** Its type; `""` where it names none. */
  readonly event: string;
  readonly data: string;
}

/** Takes a stream of events piece by piece. */
export interface EventReader {
  /** Takes the next piece, once `next` has given all events of the last one. */
  feed(piece: string): void;
  /** The next event that is whole, one by one: a burst of thousands is never held as a list. */
  next(): ServerEvent | undefined;
}

/**
 * Reads server-sent events out of text that comes in pieces, cut anywhere (HTML standard, 9.2.6 "Interpreting an event
 * stream"): lines end in LF, CRLF or CR, comments and fields we have no use for (`id`, `retry`) are passed over.
 */
export function createEventReader(): EventReader {
  /** Lines that have ended, from `from` on, and after the last of them one that has not. */
  let text = "";
  let from = 0;
  /** Where the line at `from` ends. It is searched once, when it comes: a long line in many pieces costs no more. */
  let end = -1;
  /** The last piece ended in CR: an LF that follows belongs to it. */
  let afterReturn = false;
  let event = "";
  let data: string | undefined;

  return {
    feed(piece) {
      let more = afterReturn && piece.startsWith("\n") ? piece.slice(1) : piece;
      if (piece !== "") afterReturn = piece.endsWith("\r");
      if (more.includes("\r")) more = more.replaceAll(/\r\n?/g, "\n");
      const left = text.slice(from);
      const found = more.indexOf("\n");
      end = found < 0 ? -1 : left.length + found;
      text = left + more;
      from = 0;
    },
    next() {
      while (end >= 0) {
        const start = from;
        const stop = end;
        from = stop + 1;
        end = text.indexOf("\n", from);
        if (start === stop) {
          if (data === undefined) event = "";
          else {
            const whole = { event, data };
            event = "";
            data = undefined;
            return whole;
          }
          continue;
        }
        const value = fieldIn("data", text, start, stop);
        if (value !== undefined) data = data === undefined ? value : `${data}\n${value}`;
        else event = fieldIn("event", text, start, stop) ?? event;
      }
      return undefined;
    },
  };
}

/** What a line says of a field; `undefined` where it is about another. */
function fieldIn(field: string, text: string, from: number, end: number): string | undefined {
  const colon = from + field.length;
  if (!text.startsWith(field, from) || (colon < end && text[colon] !== ":")) return undefined;
  return text.slice(text[colon + 1] === " " ? colon + 2 : colon + 1, end);
}
