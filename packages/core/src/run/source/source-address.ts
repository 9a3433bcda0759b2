import { HoldpointError } from "../../contracts/errors.ts";

/**
 * The address of a source, without its query. Relative ones are of this page. What is read there is shown to people and
 * what they say goes there, so it must be `https:`; `http:` is for this machine, or for a page that is `http:` itself.
 *
 * @throws HoldpointError `invalid-argument`
 */
export function sourceAddress(text: string): URL {
  // A worker, a page and nothing at all (Node) each have their own idea of where they are.
  const here = (globalThis as { readonly location?: { readonly href: string } }).location?.href;
  let url: URL;
  try {
    url = new URL(text, here);
  } catch {
    throw refuse("it is no address");
  }
  const ofThisPage = here !== undefined && url.origin === new URL(here).origin;
  const isLoopback = /^(localhost|.*\.localhost|\[::1\]|127(\.\d{1,3}){3})$/.test(url.hostname);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && (isLoopback || ofThisPage))) {
    throw refuse("only https: is allowed, and http: for this machine");
  }
  if (url.username !== "" || url.password !== "") throw refuse("it carries a user name; give headers instead");
  url.hash = "";
  url.search = "";
  url.pathname = url.pathname.replace(/\/$/, "");
  return url;
}

function refuse(problem: string): HoldpointError {
  return new HoldpointError("invalid-argument", `The address of the request source is refused: ${problem}.`);
}
