import { createListeners, type StoreChange } from "@holdpoint/core/store";
import type { PageLife, PageState } from "./page-life.ts";
import type { OnNotice } from "./store-notice.ts";

/** The version of the messages between tabs. Others are not understood, and dropped: they are hints, nothing is lost. */
const FEED_VERSION = 1;

/** A run id longer than this is none of ours. */
const MAX_ID_LENGTH = 1_000;

const KINDS: ReadonlySet<unknown> = new Set(["run", "events", "requests", "commands", "removed"]);

/** What is told of one run; the rest is about the page. */
export type RunChangeKind = Extract<StoreChange, { readonly runId: string }>["kind"];

/** Changes, told within this tab and to the others: which run and what of it, never the data. */
export interface ChangeFeed {
  /** Tells everyone; to be called once the change is on disk. */
  tell(runId: string, ...kinds: RunChangeKind[]): void;
  /** Tells this tab alone. */
  tellHere(change: StoreChange): void;
  subscribe(listener: (change: StoreChange) => void): () => void;
  close(): void;
}

export interface ChangeFeedOptions {
  readonly name: string;
  /** How often to look again with and without a channel, since messages can be lost. */
  readonly lookAgainMs: { readonly withChannel: number; readonly withoutChannel: number };
  readonly onNotice: OnNotice;
  readonly page: PageLife;
}

/** Whether this place has channels between tabs. */
export function hasChannel(): boolean {
  return typeof BroadcastChannel === "function";
}

export function createChangeFeed({ name, lookAgainMs, onNotice, page }: ChangeFeedOptions): ChangeFeed {
  let channel: BroadcastChannel | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;
  let isClosed = false;
  let stopWatching: (() => void) | undefined;
  const listeners = createListeners<StoreChange>((cause) =>
    onNotice({ code: "listener-failed", message: "A listener of the store threw. The others were told.", cause }),
  );

  function openChannel(): BroadcastChannel | undefined {
    if (channel === undefined && hasChannel()) {
      channel = new BroadcastChannel(name);
      channel.addEventListener("message", hear);
    }
    return channel;
  }

  function closeChannel(): void {
    channel?.close();
    channel = undefined;
  }

  function hear({ data }: MessageEvent<unknown>): void {
    const change = parseChange(data);
    if (change !== undefined) listeners.tell(change);
  }

  function post(change: StoreChange): void {
    try {
      openChannel()?.postMessage({ ...change, v: FEED_VERSION });
    } catch (cause) {
      // The channel was closed under us. What changed is on disk; the others find it when they look again.
      channel = undefined;
      onNotice({ code: "feed-failed", message: "Other tabs could not be told of a change at once.", cause });
    } finally {
      // A write that was under way when the store was closed, or the page stopped, still tells the others, and leaves
      // nothing open.
      if (isClosed || page.awake() !== undefined) closeChannel();
    }
  }

  function lookAgain(): void {
    listeners.tell({ kind: "all" });
  }

  /** A page that is stopped must hold no channel, and hears nothing meanwhile. */
  function onPage(state: PageState): void {
    if (state === "hidden") listeners.tell({ kind: "hidden" });
    if (state === "asleep") closeChannel();
    if (state !== "awake") return;
    openChannel();
    lookAgain();
  }

  function start(): void {
    openChannel();
    timer = setInterval(lookAgain, hasChannel() ? lookAgainMs.withChannel : lookAgainMs.withoutChannel);
    stopWatching = page.watch(onPage);
  }

  function stop(): void {
    clearInterval(timer);
    timer = undefined;
    closeChannel();
    stopWatching?.();
  }

  return {
    tell(runId, ...kinds) {
      for (const kind of kinds) {
        post({ runId, kind });
        listeners.tell({ runId, kind });
      }
    },
    tellHere: listeners.tell,
    subscribe(listener) {
      if (listeners.size === 0 && !isClosed) start();
      const remove = listeners.add(listener);
      return () => {
        remove();
        if (listeners.size === 0) stop();
      };
    },
    close() {
      isClosed = true;
      stop();
    },
  };
}

/** What a message of another tab says, if it is one of ours: anything on this origin can post here. */
export function parseChange(data: unknown): StoreChange | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  const own = (key: string): unknown => (Object.hasOwn(data, key) ? (data as Record<string, unknown>)[key] : undefined);
  const [version, runId, kind] = [own("v"), own("runId"), own("kind")];
  if (version !== FEED_VERSION || typeof runId !== "string" || runId.length > MAX_ID_LENGTH) return undefined;
  return KINDS.has(kind) ? ({ runId, kind } as StoreChange) : undefined;
}
