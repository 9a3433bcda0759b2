import { createRuns } from "@holdpoint/core";
import { createIdbStore } from "@holdpoint/idb";
import { labAgents } from "./lab-agents.ts";
import { witnessedStore } from "./witnessed-store.ts";

/** A service worker that reads the inbox, answers, and drives a short run. */
const worker = self as unknown as ServiceWorkerLike;
const search = new URLSearchParams(self.location.search);
const outside = { modelUrl: search.get("model") ?? "", ledgerUrl: search.get("ledger") ?? "" };
const store = witnessedStore(createIdbStore(), outside.ledgerUrl, "service worker");
const runs = createRuns({ store, agents: labAgents(outside, "service worker") });

interface Question {
  readonly type: "inbox" | "answer" | "run";
  readonly requestId?: string;
  readonly runId?: string;
}

/** What is used of a service worker: its types are another library's. */
interface ServiceWorkerLike {
  addEventListener(type: string, listener: (event: ExtendableEventLike) => void): void;
  skipWaiting(): Promise<void>;
  readonly clients: { claim(): Promise<void> };
}

interface ExtendableEventLike extends MessageEvent<Question> {
  waitUntil(promise: Promise<unknown>): void;
}

worker.addEventListener("install", (event) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener("message", (event) => event.waitUntil(reply(event)));

async function reply({ data, ports }: ExtendableEventLike): Promise<void> {
  const value = await answer(data).catch((error: { code?: string }) => ({ code: error.code ?? String(error) }));
  ports[0]?.postMessage(value);
}

async function answer({ type, requestId = "", runId = "" }: Question): Promise<unknown> {
  switch (type) {
    case "inbox":
      return (await runs.requests()).map((request) => ({ requestId: request.requestId, runId: request.runId }));
    case "answer":
      return (await runs.answer(requestId, { ok: true })).accepted;
    case "run": {
      const run = await runs.start({ agent: "shop", prompt: "a story", runId });
      const { status } = await run.settled();
      return status;
    }
  }
}
