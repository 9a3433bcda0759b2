import { loadCode } from "../contracts/load-code.ts";
import { orAborted } from "../primitives/or-aborted.ts";
import type { Wire } from "./wire.ts";
import type { WireOptions } from "./wire-options.ts";

/** What the code of one style gives. */
export interface WireCode {
  makeWire(options: WireOptions): Wire;
}

/**
 * A wire whose code is loaded when it is first used: a page can show what happened before it can ask a model.
 * Each method throws HoldpointError `code-missing` where it cannot be loaded; nothing was sent then.
 */
export function deferWire(style: Wire["style"], options: WireOptions, load: () => Promise<WireCode>): Wire {
  let made: Wire | undefined;
  const ready = async (): Promise<Wire> => {
    const { makeWire } = await loadCode(load);
    made ??= makeWire(options);
    return made;
  };
  return {
    style,
    model: options.model,
    streams: true,
    prepare: async () => void (await ready()),
    ask: async (request, ...more) => (await orAborted(ready(), request.signal)).ask(request, ...more),
    send: async (body, signal, ...more) => (await orAborted(ready(), signal)).send(body, signal, ...more),
    render: async (messages) => (await ready()).render(messages),
    toMessages: async (turns) => (await ready()).toMessages(turns),
    fromMessages: async (messages) => (await ready()).fromMessages(messages),
  };
}
