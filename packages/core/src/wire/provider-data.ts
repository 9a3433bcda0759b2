import type { JsonObject } from "../contracts/json.ts";
import type { Message } from "../contracts/run.ts";
import type { ProviderData } from "../contracts/turn.ts";
import { isObject } from "../primitives/is-object.ts";
import { jsonEqual } from "../primitives/json-equal.ts";

/** The two ways of speaking. */
export type WireStyle = "openai" | "anthropic";

/** Anything that may carry what one provider needs back. */
interface Holder {
  readonly providerData?: ProviderData;
}

/** What a turn or part holds for this style; what it holds for another is nobody's business here. */
export function ownData(holder: Holder, style: WireStyle): JsonObject | undefined {
  const { providerData } = holder;
  return providerData?.style === style && isObject(providerData.value) ? providerData.value : undefined;
}

/**
 * What of a message or block is lost when it is written again from its parts: the keys that are missing or differ, the
 * whole when the writing has keys the original lacks or another role or type, `undefined` when nothing is lost.
 *
 * {@link restore} puts it back. A whole message is told by its `role`, a whole block by its `type`: where those are the
 * same they are never kept.
 */
export function remainder(original: JsonObject, written: JsonObject): JsonObject | undefined {
  if (Object.keys(written).some((key) => !Object.hasOwn(original, key))) return original;
  const lost = Object.entries(original).filter(
    ([key, value]) => !Object.hasOwn(written, key) || !jsonEqual(value, written[key]),
  );
  if (lost.some(([key]) => key === "role" || key === "type")) return original;
  return lost.length === 0 ? undefined : Object.fromEntries(lost);
}

/** The inverse of {@link remainder}. */
export function restore(written: Message, kept: JsonObject | undefined): Message {
  if (kept === undefined) return written;
  return isWhole(kept) ? kept : { ...written, ...kept };
}

/** Whether kept data is a whole message or block, not some keys of one. */
export function isWhole(kept: JsonObject): boolean {
  return kept.role !== undefined || kept.type !== undefined;
}

/** For spreading into a part or turn: `providerData`, if there is any. */
export function withData(style: WireStyle, value: JsonObject | undefined): Holder {
  return value === undefined ? {} : { providerData: { style, value } };
}
