import { useSyncExternalStore } from "react";

/** Where in the demo a person is. It stands in the address, so a reload or a link comes back to it. */
export type Route =
  | { readonly page: "start" }
  | { readonly page: "inbox" }
  | { readonly page: "run"; readonly runId: string };

/** The address of a place, for links. */
export function hrefOf(route: Route): string {
  if (route.page === "run") return `#/runs/${encodeURIComponent(route.runId)}`;
  return route.page === "inbox" ? "#/inbox" : "#/";
}

export function navigate(route: Route): void {
  location.hash = hrefOf(route);
}

/** The place the address names. */
export function useRoute(): Route {
  const hash = useSyncExternalStore(listen, () => location.hash);
  return parseRoute(hash);
}

export function parseRoute(hash: string): Route {
  const runId = /^#\/runs\/([^/]+)$/.exec(hash)?.[1];
  if (runId !== undefined) return { page: "run", runId: decode(runId) };
  return hash === "#/inbox" ? { page: "inbox" } : { page: "start" };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    // A half-written `%` in an address typed by hand: no run has that name, and the page says so.
    if (error instanceof URIError) return text;
    throw error;
  }
}

function listen(listener: () => void): () => void {
  addEventListener("hashchange", listener);
  return () => removeEventListener("hashchange", listener);
}
