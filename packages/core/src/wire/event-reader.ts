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
 * @returns what takes the next piece and gives the events that are whole now, one by one: a burst of thousands is never
 * held as a list. Take all of them before the next piece.
 */
export function createEventReader(): (piece: string) => Iterable<ServerEvent> {
  /** The line that has not ended. It is searched once, when it comes: a long line in many pieces costs no more. */
  let line = "";
  /** The last piece ended in CR: an LF that follows belongs to it. */
  let afterReturn = false;
  let event = "";
  let data: string | undefined;

  return function* readEvents(piece) {
    let text = afterReturn && piece.startsWith("\n") ? piece.slice(1) : piece;
    if (piece !== "") afterReturn = piece.endsWith("\r");
    if (text.includes("\r")) text = text.replaceAll(/\r\n?/g, "\n");
    let end = text.indexOf("\n");
    if (end < 0) {
      line += text;
      return;
    }
    end += line.length;
    text = line + text;
    let from = 0;
    for (; end >= 0; end = text.indexOf("\n", from)) {
      const value = fieldIn("data", text, from, end);
      if (value !== undefined) data = data === undefined ? value : `${data}\n${value}`;
      else if (from < end) event = fieldIn("event", text, from, end) ?? event;
      else {
        if (data !== undefined) yield { event, data };
        event = "";
        data = undefined;
      }
      from = end + 1;
    }
    line = text.slice(from);
  };
}

/** What a line says of a field; `undefined` where it is about another. */
function fieldIn(field: string, text: string, from: number, end: number): string | undefined {
  const colon = from + field.length;
  if (!text.startsWith(field, from) || (colon < end && text[colon] !== ":")) return undefined;
  return text.slice(text[colon + 1] === " " ? colon + 2 : colon + 1, end);
}
