import { keepReturn } from "./authorization-redirect.ts";
import type { AuthorizationReturn } from "./authorization-return.ts";

const channelName = (state: string): string => `holdpoint.authorization.${state}`;

/** The `state` an address carries, by which its answer is known again (RFC 6749, 4.1.1). */
export function stateOf(url: URL): string | undefined {
  const state = url.searchParams.get("state");
  return state === null || state.length < 8 || state.length > 500 ? undefined : state;
}

/**
 * Waits for the page that a sign-in comes back to. Only pages of this origin can speak on the channel.
 *
 * @returns the way to stop; nothing where the browser has no channels
 */
export function awaitAuthorization(state: string, onReturn: (back: AuthorizationReturn) => void): () => void {
  if (typeof BroadcastChannel === "undefined") return () => undefined;
  const channel = new BroadcastChannel(channelName(state));
  channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    const back = readReturn(data, state);
    if (back === undefined) return;
    channel.postMessage({ type: "holdpoint.received", state });
    onReturn(back);
  });
  return () => channel.close();
}

/**
 * Reads how a sign-in went from the address the other side came back to (RFC 6749, 4.1.2), and takes that out of the
 * address and the history before anything else sees it. Nothing where the address carries no `state`.
 *
 * @example
 * const back = takeAuthorizationReturn();
 * if (back !== undefined && (await returnAuthorization(back))) window.close();
 */
export function takeAuthorizationReturn(): AuthorizationReturn | undefined {
  const url = new URL(location.href);
  const read = (name: string): string | undefined => url.searchParams.get(name) ?? undefined;
  const [state, code, error] = [read("state"), read("code"), read("error")];
  if (state === undefined) return undefined;
  for (const name of ["state", "code", "error", "error_description", "error_uri", "iss"]) url.searchParams.delete(name);
  history.replaceState(history.state, "", url);
  return { state, ok: error === undefined, ...(code !== undefined && { data: { code } }) };
}

/**
 * Tells the prompt that waits how a sign-in went. Call it on the page of yours that the other side returns to. Where
 * the tab itself was sent to sign in, it goes back to the page it came from, and the prompt there goes on.
 *
 * @param waitMs - How long to go on telling. @default 5000
 * @returns whether a prompt has heard it; if not, the person can say so there
 *
 * @example
 * if (await returnAuthorization({ state, ok: true })) window.close();
 */
export async function returnAuthorization(back: AuthorizationReturn, waitMs = 5000): Promise<boolean> {
  const returnTo = keepReturn(back);
  if (returnTo !== undefined) {
    location.replace(returnTo);
    return true;
  }
  if (typeof BroadcastChannel === "undefined" || back.state === "") return false;
  const channel = new BroadcastChannel(channelName(back.state));
  let repeat: ReturnType<typeof setInterval> | undefined;
  let limit: ReturnType<typeof setTimeout> | undefined;
  try {
    return await new Promise<boolean>((resolve) => {
      channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
        if (typeof data === "object" && data !== null && Reflect.get(data, "type") === "holdpoint.received")
          resolve(true);
      });
      const tell = (): void => channel.postMessage({ type: "holdpoint.authorization", ...back });
      tell();
      // The prompt may still be loading in its tab.
      repeat = setInterval(tell, 250);
      limit = setTimeout(() => resolve(false), waitMs);
    });
  } finally {
    clearInterval(repeat);
    clearTimeout(limit);
    channel.close();
  }
}

function readReturn(message: unknown, state: string): AuthorizationReturn | undefined {
  if (typeof message !== "object" || message === null) return undefined;
  const read = (key: string): unknown => (Object.hasOwn(message, key) ? Reflect.get(message, key) : undefined);
  if (read("type") !== "holdpoint.authorization" || read("state") !== state) return undefined;
  const [ok, data] = [read("ok"), read("data")];
  return typeof ok === "boolean" ? { state, ok, ...(data !== undefined && { data }) } : undefined;
}
