import type { AuthorizationReturn } from "./authorization-return.ts";

const keyOf = (state: string): string => `holdpoint.authorization.${state}`;

/** A sign-in this tab was sent to: where it came from and, once it came back, how it went. */
interface Departure {
  readonly returnTo: string;
  readonly back?: AuthorizationReturn;
}

/** Notes that this tab leaves for a sign-in, so that it finds back. Only this tab can read it. */
export function leaveForSignIn(state: string, view: Window): void {
  writeDeparture(state, { returnTo: view.location.href });
}

/**
 * Keeps how a sign-in went for the prompt this tab was sent away from.
 *
 * @returns where to go back to; nothing when this tab was not sent there with that `state`, or came back before
 */
export function keepReturn(back: AuthorizationReturn): string | undefined {
  const departure = readDeparture(back.state);
  if (departure === undefined || departure.back !== undefined) return undefined;
  writeDeparture(back.state, { ...departure, back });
  return departure.returnTo;
}

/** How the sign-in went that this tab came back from: once. */
export function takeReturn(state: string): AuthorizationReturn | undefined {
  const departure = readDeparture(state);
  if (departure !== undefined) inSession((storage) => storage.removeItem(keyOf(state)));
  return departure?.back;
}

function readDeparture(state: string): Departure | undefined {
  const kept = parse(inSession((storage) => storage.getItem(keyOf(state))));
  if (typeof kept !== "object" || kept === null || !("returnTo" in kept)) return undefined;
  const departure = kept as Departure;
  return isHere(departure.returnTo) ? departure : undefined;
}

/** Only pages of this origin write there, but it is text all the same: what cannot be read is nothing. */
function parse(text: string | null | undefined): unknown {
  try {
    return typeof text === "string" ? JSON.parse(text) : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function writeDeparture(state: string, departure: Departure): void {
  inSession((storage) => storage.setItem(keyOf(state), JSON.stringify(departure)));
}

/** Only a page of this origin is ever gone back to (threat S8). */
function isHere(url: unknown): boolean {
  return typeof url === "string" && URL.canParse(url) && new URL(url).origin === location.origin;
}

/** Without storage nothing is kept: the person then says in the prompt that they have signed in. */
function inSession<Value>(use: (storage: Storage) => Value): Value | undefined {
  try {
    return typeof sessionStorage === "undefined" ? undefined : use(sessionStorage);
  } catch (error) {
    if (error instanceof DOMException) return undefined;
    throw error;
  }
}
