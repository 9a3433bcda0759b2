import { loadCode } from "../contracts/load-code.ts";
import type { Message } from "../contracts/run.ts";
import type { Turn } from "../contracts/turn.ts";
import type { WireStyle } from "./provider-data.ts";

/** Reads a given history. Few pages have one, so the code for it is loaded then. */
export async function readHistory(messages: readonly Message[], style: WireStyle): Promise<Turn[]> {
  const { readMessages } = await loadCode(() => import("./foreign-history.ts"));
  return readMessages(messages, style);
}
