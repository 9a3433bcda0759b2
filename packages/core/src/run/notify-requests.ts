import { HoldpointError } from "../contracts/errors.ts";
import type { RequestRecord } from "./journal.ts";
import { englishNotification, plainLine, type RequestWords } from "./notification-words.ts";
import type { Runs } from "./runs.ts";

/** The lock that every tab in sight shares. It is gone with the tab, however that ends. */
const IN_SIGHT = "holdpoint:in-sight";

/** How open Requests become notifications of the system. */
export interface NotifyOptions {
  /** Where the Request can be answered: an address of this origin, absolute or relative to the page. */
  readonly url: (request: RequestRecord) => string;
  /**
   * The site's service worker. With it notifications outlive their tab, show on phones, and are opened by
   * {@link openNotifiedRequests}. @default notifications of this page, gone with it
   */
  readonly registration?: ServiceWorkerRegistration;
  /**
   * What it says. Whatever stands on a notification others can read from a locked screen: the default names the agent
   * and what kind of answer is due, never arguments or what a tool or model wrote. @default in English
   */
  readonly words?: RequestWords;
  /** Goes to the Request when its notification is clicked in this page. @default `location.assign(url)` */
  readonly open?: (url: string, request: RequestRecord) => void;
  /** Hears why one could not be shown. @default `console.warn` */
  readonly onProblem?: (error: unknown) => void;
}

/** What a notification of ours carries. */
interface NotifiedData {
  readonly holdpointRequest: string;
  readonly url: string;
}

/**
 * Asks the person whether the site may show notifications. To be called in their click: browsers refuse anything else,
 * and some for good.
 *
 * @throws HoldpointError `invalid-argument` outside a click.
 */
export async function askToNotify(): Promise<NotificationPermission> {
  if (typeof Notification === "undefined") return "denied";
  if (Notification.permission !== "default") return Notification.permission;
  if (globalThis.navigator.userActivation?.isActive === false) {
    throw new HoldpointError(
      "invalid-argument",
      "Nobody clicked: browsers let a page ask for notifications in a click only. Call askToNotify in a button's onClick.",
    );
  }
  return Notification.requestPermission();
}

/**
 * Shows a notification of the system for each Request that is raised while no tab of the site is in sight, and takes it
 * away when it is answered, wherever that happens, or a tab comes into sight. Asks for nothing: {@link askToNotify}.
 * Call it in every tab; one Request makes one notification. Gives the way to stop.
 *
 * @example
 * const stop = notifyRequests(runs, { url: ({ runId }) => `/runs/${runId}` });
 */
export function notifyRequests(runs: Runs, options: NotifyOptions): () => void {
  const { onProblem = warn } = options;
  /** Requests that were seen or told already. */
  const told = new Set<string>();
  const own = new Map<string, Notification>();
  const stopped = new AbortController();
  const { signal } = stopped;
  let looking = Promise.resolve();

  function look(): void {
    looking = looking.then(async () => {
      if (!signal.aborted) await compare();
    });
    looking = looking.catch(onProblem);
  }

  async function compare(): Promise<void> {
    const open = new Map((await runs.requests()).map((request) => [request.requestId, request]));
    const inSight = await isAnyTabInSight();
    for (const [requestId, notification] of await shown()) {
      if (!inSight && open.has(requestId)) continue;
      notification.close();
      own.delete(requestId);
    }
    for (const [requestId, request] of open) {
      if (told.has(requestId)) continue;
      // One that nobody was allowed to tell of is told when that changes.
      if (inSight || Notification.permission !== "default") told.add(requestId);
      if (!inSight && Notification.permission === "granted") await show(request);
    }
    for (const requestId of told) if (!open.has(requestId)) told.delete(requestId);
  }

  async function shown(): Promise<ReadonlyMap<string, Notification>> {
    const kept = (await options.registration?.getNotifications()) ?? [];
    const ours = kept.flatMap((notification): [string, Notification][] => {
      const data = readNotified(notification.data);
      return data === undefined ? [] : [[data.holdpointRequest, notification]];
    });
    return new Map([...own, ...ours]);
  }

  async function show(request: RequestRecord): Promise<void> {
    const { words = englishNotification, open = goTo, registration } = options;
    const { title, body } = words(request);
    const url = ownAddress(options.url(request));
    const data: NotifiedData = { holdpointRequest: request.requestId, url };
    // The same tag in every tab: one Request is one notification.
    const details = { body: plainLine(body), tag: `holdpoint:${request.requestId}`, data };
    if (registration !== undefined) return registration.showNotification(plainLine(title), details);
    const notification = new Notification(plainLine(title), details);
    own.set(request.requestId, notification);
    notification.addEventListener("click", () => {
      notification.close();
      window.focus();
      open(url, request);
    });
  }

  if (typeof Notification === "undefined") return () => undefined;
  const stopListening = runs.subscribe(({ kind }) => {
    if (kind === "requests" || kind === "removed" || kind === "all") look();
  });
  const stopSight = keepInSight(look, onProblem);
  look();
  return () => {
    stopped.abort();
    stopListening();
    stopSight();
    for (const notification of own.values()) notification.close();
  };
}

/** What is used of a service worker's global: its types are a library of their own. */
export interface NotificationScope {
  /** The platform's. */
  addEventListener(type: "notificationclick", listener: (event: NotificationClick) => void): void;
  /** The tabs of the site. */
  readonly clients: NotificationClients;
}

/** The tabs of a site, as its service worker sees them. */
export interface NotificationClients {
  /** Those that are open. */
  matchAll(options: { type: "window"; includeUncontrolled: boolean }): Promise<readonly NotificationWindow[]>;
  /** Opens one. */
  openWindow(url: string): Promise<unknown>;
}

/** One tab. */
export interface NotificationWindow {
  readonly url: string;
  /** Brings it to the front. */
  focus(): Promise<unknown>;
}

/** A click on a notification, as a service worker hears of it. */
export interface NotificationClick {
  readonly notification: Pick<Notification, "data" | "close">;
  /** Keeps the worker alive so long. */
  waitUntil(promise: Promise<unknown>): void;
}

/**
 * In the service worker: a click on a notification of {@link notifyRequests} goes to the tab that shows the Request, or
 * opens one. Notifications of others are left alone. To be called while the worker's script is first run.
 *
 * @example
 * openNotifiedRequests(self);
 */
export function openNotifiedRequests(scope: NotificationScope): void {
  scope.addEventListener("notificationclick", (event) => {
    const data = readNotified(event.notification.data);
    if (data === undefined) return;
    event.notification.close();
    event.waitUntil(goToWindow(scope, ownAddress(data.url)));
  });
}

async function goToWindow({ clients }: NotificationScope, url: string): Promise<void> {
  const windows = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find((window) => window.url === url);
  // Another page of the site is not led away: something may be half written there.
  await (there?.focus() ?? clients.openWindow(url));
}

/** Holds the lock of those in sight while this tab is; tells of each change. */
function keepInSight(onChange: () => void, onProblem: (error: unknown) => void): () => void {
  if (typeof document === "undefined") return () => undefined;
  let leave: AbortController | undefined;
  const enter = (): void => {
    const left = new AbortController();
    leave = left;
    const { signal } = left;
    const untilLeft = () => new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
    navigator.locks?.request(IN_SIGHT, { mode: "shared", signal }, untilLeft).catch((error: unknown) => {
      if (!signal.aborted) onProblem(error);
    });
  };
  const onVisibility = (): void => {
    if (document.visibilityState === "visible") enter();
    else leave?.abort();
    onChange();
  };
  document.addEventListener("visibilitychange", onVisibility);
  if (document.visibilityState === "visible") enter();
  return () => {
    document.removeEventListener("visibilitychange", onVisibility);
    leave?.abort();
  };
}

async function isAnyTabInSight(): Promise<boolean> {
  if (typeof document !== "undefined" && document.visibilityState === "visible") return true;
  const { held = [] } = (await globalThis.navigator?.locks?.query()) ?? {};
  return held.some(({ name }) => name === IN_SIGHT);
}

/** @throws HoldpointError on an address of another origin: a click must not lead there. */
function ownAddress(address: string): string {
  const url = new URL(address, location.href);
  if (url.origin === location.origin && url.protocol.startsWith("http")) return url.href;
  throw new HoldpointError("invalid-argument", "The address of a notification must be of this site. Give `url` one.");
}

function readNotified(data: unknown): NotifiedData | undefined {
  if (typeof data !== "object" || data === null || !("holdpointRequest" in data) || !("url" in data)) return undefined;
  const { holdpointRequest, url } = data;
  return typeof holdpointRequest === "string" && typeof url === "string" ? { holdpointRequest, url } : undefined;
}

function goTo(url: string): void {
  location.assign(url);
}

function warn(error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the default of an option
  console.warn("A notification could not be shown or taken away.", error);
}
