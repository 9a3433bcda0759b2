import type { RequestCall, RequestOrigin, RequestRecord } from "@holdpoint/core";

/** Who really asks, and the exact call that waits. */
export interface Asker {
  /** The agent; a sub-agent with those above it. */
  readonly agent: string;
  readonly call: RequestCall;
  readonly origin: RequestOrigin;
}

/** A sub-agent asks through its parent's call: what is decided on is its own call, and that is what is shown. */
export function askerOf({ agent, call, origin, child }: RequestRecord): Asker {
  return child === undefined
    ? { agent, call, origin }
    : { agent: [agent, ...child.path].join(" › "), call: child.call, origin: child.origin };
}
