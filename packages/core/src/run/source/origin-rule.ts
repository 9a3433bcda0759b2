import { HoldpointError } from "../../contracts/errors.ts";
import { isOrigin } from "../../primitives/is-origin.ts";
import { KEY_HEADER } from "./source-protocol.ts";

/** Which pages may ask (https://fetch.spec.whatwg.org/#http-cors-protocol). */
export interface OriginRule {
  /** Whether a request may come from there: without an `Origin` it comes from no other page. */
  allows(origin: string | null, url: URL): boolean;
  headersFor(origin: string | null): Readonly<Record<string, string>>;
  preflight(origin: string | null): Readonly<Record<string, string>>;
}

/** @throws HoldpointError `invalid-argument` for what is no origin */
export function originRule(origins: readonly string[]): OriginRule {
  for (const origin of origins) {
    if (isOrigin(origin)) continue;
    throw new HoldpointError(
      "invalid-argument",
      `"${origin}" is no origin. Write scheme, host and port as in https://desk.example.com, and nothing after them.`,
    );
  }
  const known: ReadonlySet<string> = new Set(origins);

  function headersFor(origin: string | null): Readonly<Record<string, string>> {
    if (origin === null || !known.has(origin)) return { vary: "origin" };
    return { vary: "origin", "access-control-allow-origin": origin, "access-control-allow-credentials": "true" };
  }

  return {
    allows: (origin, url) => origin === null || origin === url.origin || known.has(origin),
    headersFor,
    preflight: (origin) => ({
      ...headersFor(origin),
      "access-control-allow-methods": "GET, POST, PUT, DELETE",
      "access-control-allow-headers": `authorization, content-type, ${KEY_HEADER}`,
      "access-control-max-age": "600",
    }),
  };
}
