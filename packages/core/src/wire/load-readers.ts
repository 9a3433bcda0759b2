import { loadCode } from "../contracts/load-code.ts";
import type { Message } from "../contracts/run.ts";
import type { Turn } from "../contracts/turn.ts";
import type { WireStyle } from "./provider-data.ts";

/** @throws HoldpointError `code-missing` */
export const loadReaders = () => loadCode(() => import("./readers.ts"));

/** Reads a given history. */
export async function readHistory(messages: readonly Message[], style: WireStyle): Promise<Turn[]> {
  return (await loadReaders()).readMessages(messages, style);
}
