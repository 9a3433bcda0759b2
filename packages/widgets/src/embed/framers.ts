import { isOrigin } from "@holdpoint/core/request-source";

/** Who stands around this page, as far as it can be known. */
export type Framers =
  /** Nobody: a window of its own. */
  | { readonly kind: "none" }
  /** Every page around is on the list, or the browser does not tell and the handshake decides. */
  | { readonly kind: "allowed" }
  | { readonly kind: "refused"; readonly origin: string | undefined };

/**
 * Looks at every page around this one. A browser without `ancestorOrigins` tells nothing; then only a page of a listed
 * origin can open a session.
 */
export function findFramers(view: Window, origins: ReadonlySet<string>): Framers {
  if (view.parent === view) return { kind: "none" };
  const ancestors: DOMStringList | undefined = view.location.ancestorOrigins;
  const own = view.location.origin;
  const stranger = [...(ancestors ?? [])].find((origin) => origin !== own && !origins.has(origin));
  return stranger === undefined ? { kind: "allowed" } : { kind: "refused", origin: stranger };
}

/** The list of origins, checked: a mistake in it must not open a door. @throws TypeError */
export function readOrigins(origins: readonly string[]): ReadonlySet<string> {
  for (const origin of origins) {
    if (isOrigin(origin)) continue;
    throw new TypeError(
      `"${origin}" is no origin. Write scheme, host and port as in https://shop.example.com, and nothing after them.`,
    );
  }
  return new Set(origins);
}
