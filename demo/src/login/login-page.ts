import "../styles/login.css";
import { codeFor } from "./login-flow.ts";

// The page of the calendar's makers, played by the demo. It knows nothing of the run: only the `state` it was given,
// over whose channel it says what became of the sign-in. It has no opener to post to, and needs none.
const state = new URLSearchParams(location.search).get("state") ?? "";
const form = requireElement("sign-in", HTMLFormElement);
const outcome = requireElement("outcome", HTMLElement);

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const account = String(new FormData(form).get("account"));
  report({ state, code: codeFor(account) }, "You are signed in. You can close this window.");
});

requireElement("decline", HTMLButtonElement).addEventListener("click", () => {
  report({ state, error: "access_denied" }, "Nothing was allowed. You can close this window.");
});

function report(
  message: { readonly state: string; readonly code?: string; readonly error?: string },
  words: string,
): void {
  form.hidden = true;
  if (state === "") {
    outcome.textContent = "This address carries no state, so nobody waits for it.";
    return;
  }
  const channel = new BroadcastChannel(`holdpoint.authorization.${state}`);
  channel.postMessage(message);
  channel.close();
  outcome.textContent = words;
  // Works where the page was opened as a window of its own; else the words above stand.
  window.close();
}

function requireElement<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) throw new Error(`The page has no ${kind.name} with the id "${id}".`);
  return element;
}
