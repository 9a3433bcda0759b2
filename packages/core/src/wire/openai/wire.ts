import { createHttpWire } from "../http-wire.ts";
import type { Wire } from "../wire.ts";
import type { WireOptions } from "../wire-options.ts";
import { openaiDialect } from "./dialect.ts";

/**
 * A wire to an endpoint that speaks Chat Completions (contract §8 "Endpoint"). Making it sends nothing.
 *
 * @example
 * const wire = createOpenAIWire({ baseUrl: "/api/llm/v1", model: "gpt-5-mini" });
 */
export function createOpenAIWire(options: WireOptions): Wire {
  return createHttpWire(openaiDialect, options);
}
