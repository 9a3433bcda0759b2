import { createHttpWire } from "../http-wire.ts";
import type { Wire } from "../wire.ts";
import type { WireOptions } from "../wire-options.ts";
import { anthropicDialect } from "./dialect.ts";

/** All that a wire of this style is made of. */
export function makeWire(options: WireOptions): Wire {
  return createHttpWire(anthropicDialect, options);
}
