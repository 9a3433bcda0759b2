/** The page a person signed in at came back to says how it went, on a channel that only this sign-in has. */
export interface AuthorizationReturn {
  readonly state: string;
  readonly ok: boolean;
  /** What the tool needs to go on: a code, or nothing. It is kept with the run, so never a token. */
  readonly data?: unknown;
}

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
 * Tells the prompt that waits how a sign-in went. Call it on the page of yours that the other side returns to.
 *
 * @param waitMs - How long to go on telling. @default 5000
 * @returns whether a prompt has heard it; if not, the person can say so there
 *
 * @example
 * const query = new URLSearchParams(location.search);
 * const heard = await returnAuthorization({ state: query.get("state") ?? "", ok: !query.has("error") });
 * if (heard) window.close();
 */
export async function returnAuthorization(back: AuthorizationReturn, waitMs = 5000): Promise<boolean> {
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
