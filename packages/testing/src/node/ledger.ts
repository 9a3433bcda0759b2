import { createServer } from "node:http";
import { closeServer, listen } from "./local-server.ts";
import { toMiddleware } from "./to-middleware.ts";

/** One effect that happened, as the tool that made it reported it. */
export interface LedgerEntry {
  /** The idempotency key of the call: `runId/callId`. */
  readonly key: string;
  readonly tool: string;
  readonly args: unknown;
}

/** A server that counts effects. It lives outside the browser, so that a crash of the page cannot hide a second one. */
export interface Ledger {
  /** Where tools POST their entries. */
  readonly url: string;
  readonly entries: readonly LedgerEntry[];
  /** How often a tool was entered, by key. */
  countByKey(tool?: string): ReadonlyMap<string, number>;
  /** The entries of one tool. */
  of(tool: string): readonly LedgerEntry[];
  /**
   * Writes entries down, and leaves those who sent them without an answer: their page can be killed in the middle.
   *
   * @param tool only those of this tool. A browser has six connections to a server: others must not wait for one.
   */
  hold(tool?: string): void;
  /** Answers all that wait, and at once from now on. */
  release(): void;
  /** Waits until so many entries are there. @throws the signal's reason when they do not come. */
  whenCount(count: number, signal?: AbortSignal): Promise<void>;
  /** Stops the server; whoever still waits for an answer is cut off. */
  close(): Promise<void>;
}

/** Starts a ledger on a free port of this machine. */
export async function startLedger(): Promise<Ledger> {
  const entries: LedgerEntry[] = [];
  const listeners = new Set<() => void>();
  let held:
    | { readonly tool: string | undefined; readonly promise: Promise<void>; readonly open: () => void }
    | undefined;
  const server = createServer(
    toMiddleware(
      async (request) => {
        if (request.method !== "POST") return Response.json(entries);
        const entry = parseEntry(await request.json());
        if (entry === undefined) return new Response("An entry has a key and a tool.", { status: 400 });
        entries.push(entry);
        for (const listener of [...listeners]) listener();
        if (held?.tool === undefined || held.tool === entry.tool) await held?.promise;
        return Response.json({ count: entries.filter((other) => other.key === entry.key).length });
      },
      { cors: true },
    ),
  );
  const url = await listen(server);

  return {
    url,
    entries,
    countByKey(tool) {
      const counts = new Map<string, number>();
      for (const entry of entries) {
        if (tool === undefined || entry.tool === tool) counts.set(entry.key, (counts.get(entry.key) ?? 0) + 1);
      }
      return counts;
    },
    of: (tool) => entries.filter((entry) => entry.tool === tool),
    hold(tool) {
      let open = (): void => undefined;
      const promise = new Promise<void>((resolve) => {
        open = resolve;
      });
      held ??= { tool, promise, open };
    },
    release() {
      held?.open();
      held = undefined;
    },
    whenCount(count, signal) {
      return new Promise((resolve, reject) => {
        const onAbort = (): void => {
          listeners.delete(check);
          reject(signal?.reason);
        };
        const check = (): void => {
          if (entries.length < count) return;
          listeners.delete(check);
          signal?.removeEventListener("abort", onAbort);
          resolve();
        };
        listeners.add(check);
        signal?.addEventListener("abort", onAbort, { once: true });
        check();
      });
    },
    close: () => closeServer(server),
  };
}

function parseEntry(value: unknown): LedgerEntry | undefined {
  if (typeof value !== "object" || value === null || !("key" in value) || !("tool" in value)) return undefined;
  if (typeof value.key !== "string" || typeof value.tool !== "string") return undefined;
  return { key: value.key, tool: value.tool, args: "args" in value ? value.args : undefined };
}
