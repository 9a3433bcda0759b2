import { returnAuthorization } from "@holdpoint/react";
import "../styles/login.css";
import { codeFor, rememberAccount } from "./login-flow.ts";

// The page of the calendar's makers, played by the demo. It knows nothing of the run: only the `state` it was given, by
// which the prompt that waits hears what became of the sign-in. It has no opener to speak to, and needs none.
const state = new URLSearchParams(location.search).get("state") ?? "";
const form = requireElement("sign-in", HTMLFormElement);
const outcome = requireElement("outcome", HTMLElement);

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const account = String(new FormData(form).get("account"));
  rememberAccount(account);
  void report(true, { code: codeFor(account) });
});

requireElement("decline", HTMLButtonElement).addEventListener("click", () => {
  void report(false, { error: "access_denied" });
});

async function report(ok: boolean, data: { readonly code?: string; readonly error?: string }): Promise<void> {
  form.hidden = true;
  outcome.textContent = ok ? "You are signed in. Telling the page that waits…" : "Nothing was allowed.";
  const heard = await returnAuthorization({ state, ok, data });
  outcome.textContent = heard
    ? "The page that waited has been told. You can close this window."
    : "No page waits for this. Go back to it, and say there that you have signed in.";
  // Works where this was opened as a window of its own; else the words above stand.
  if (heard) window.close();
}

function requireElement<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) throw new Error(`The page has no ${kind.name} with the id "${id}".`);
  return element;
}
