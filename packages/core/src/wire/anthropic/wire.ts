import { createHttpWire } from "../http-wire.ts";
import type { Wire } from "../wire.ts";
import type { WireOptions } from "../wire-options.ts";
import { anthropicDialect } from "./dialect.ts";

/**
 * A wire to an endpoint that speaks Anthropic's Messages API (contract §8 "Endpoint"). Making it sends nothing.
 *
 * @example
 * const wire = createAnthropicWire({ baseUrl: "/api/llm", model: "claude-sonnet-4-5" });
 */
export function createAnthropicWire(options: WireOptions): Wire {
  return createHttpWire(anthropicDialect, options);
}
