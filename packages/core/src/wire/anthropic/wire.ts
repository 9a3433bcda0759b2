import { deferWire } from "../deferred-wire.ts";
import type { Wire } from "../wire.ts";
import type { WireOptions } from "../wire-options.ts";

/**
 * A wire to an endpoint that speaks Anthropic's Messages API (contract §8 "Endpoint"). Making it sends nothing, and
 * its code is loaded when it is first used.
 *
 * @example
 * const wire = createAnthropicWire({ baseUrl: "/api/llm", model: "claude-sonnet-4-5" });
 */
export function createAnthropicWire(options: WireOptions): Wire {
  return deferWire("anthropic", options, () => import("./make-wire.ts"));
}
