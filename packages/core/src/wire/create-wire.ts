import { createAnthropicWire } from "./anthropic/wire.ts";
import { createOpenAIWire } from "./openai/wire.ts";
import type { WireStyle } from "./provider-data.ts";
import type { Wire } from "./wire.ts";
import type { WireOptions } from "./wire-options.ts";

/** A wire in the style asked for. A page that needs one style only saves bytes by making that one itself. */
export function createWire(style: WireStyle, options: WireOptions): Wire {
  return style === "anthropic" ? createAnthropicWire(options) : createOpenAIWire(options);
}
