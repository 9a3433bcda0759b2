import type { RunEvent } from "@holdpoint/core";

/** A stretch of time in a run: the model was asked, a tool was at work, a person was waited for. */
export interface Span {
  readonly key: string;
  readonly kind: "model" | "call" | "request";
  readonly name: string;
  readonly from: number;
  /** `undefined` while it goes on. */
  readonly to?: number;
}

/** The stretches of a run, in the order they began. One that never ended by an event ends where its run came to rest. */
export function spansOf(events: readonly RunEvent[]): readonly Span[] {
  const spans: Span[] = [];
  const open = new Map<string, number>();

  function begin(key: string, span: Omit<Span, "key" | "to">): void {
    end(key, span.from);
    open.set(key, spans.push({ key: `${key}@${span.from}#${spans.length}`, ...span }) - 1);
  }

  function end(key: string, to: number): void {
    const index = open.get(key);
    const span = index === undefined ? undefined : spans[index];
    if (index === undefined || span === undefined) return;
    open.delete(key);
    spans[index] = { ...span, to };
  }

  for (const event of events) {
    const { at } = event;
    switch (event.type) {
      case "turn.started":
        // Asked again after a failure or a reload: what went before has ended.
        end("model", at);
        if (event.role === "ASSISTANT") begin("model", { kind: "model", name: String(event.turn), from: at });
        break;
      case "turn.finished":
        end("model", at);
        break;
      case "call.started":
        begin(`call ${event.callId}`, { kind: "call", name: event.toolName, from: at });
        break;
      case "call.finished":
        end(`call ${event.callId}`, at);
        break;
      case "request.raised":
        // What suspended itself is not at work while it waits.
        end(`call ${event.callId}`, at);
        begin(`request ${event.request.id}`, { kind: "request", name: event.request.kind, from: at });
        break;
      case "request.answered":
        end(`request ${event.requestId}`, at);
        break;
      case "run.finished":
      case "run.failed":
      case "run.cancelled":
        for (const key of [...open.keys()]) end(key, at);
        break;
      default:
        break;
    }
  }
  return spans;
}
