import { deferWire } from "../deferred-wire.ts";
import type { Wire } from "../wire.ts";
import type { WireOptions } from "../wire-options.ts";

/**
 * A wire to an endpoint that speaks Chat Completions (contract §8 "Endpoint"). Making it sends nothing, and
 * its code is loaded when it is first used.
 *
 * @example
 * const wire = createOpenAIWire({ baseUrl: "/api/llm/v1", model: "gpt-5-mini" });
 */
export function createOpenAIWire(options: WireOptions): Wire {
  return deferWire("openai", options, () => import("./make-wire.ts"));
}
