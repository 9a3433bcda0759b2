import type { ToolContext } from "@holdpoint/core";
import { pageAddress } from "./page-address.ts";

/** One effect of a tool, as the ledger keeps it. */
export interface Effect {
  /** `runId/callId`: the same for every try of one call. */
  readonly key: string;
  readonly tool: string;
  readonly args: unknown;
}

const remembered: Effect[] = [];

/**
 * Writes an effect down, so that it can be counted. With `?ledger=<url>` it goes to that server, which outlives the
 * page; else it is kept for the visit. Only addresses of this machine are taken: a link must not make the demo send
 * anything elsewhere.
 */
export async function recordEffect(tool: string, args: unknown, context: ToolContext): Promise<void> {
  const effect: Effect = { key: context.idempotencyKey ?? "", tool, args };
  const url = ledgerUrl();
  if (url === undefined) {
    remembered.push(effect);
    return;
  }
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(effect),
    ...(context.signal === undefined ? {} : { signal: context.signal }),
  });
  if (!response.ok) throw new Error(`The ledger answered ${response.status}, so nothing was done.`);
}

/** The effects of this visit that went to no server. */
export function rememberedEffects(): readonly Effect[] {
  return remembered;
}

function ledgerUrl(): URL | undefined {
  const given = pageAddress().searchParams.get("ledger");
  if (given === null) return undefined;
  const url = new URL(given);
  const isHere = url.protocol === "http:" && ["127.0.0.1", "localhost", "[::1]"].includes(url.hostname);
  return isHere ? url : undefined;
}
