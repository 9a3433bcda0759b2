import { HoldpointInboxElement } from "./inbox-element.tsx";
import { HoldpointRequestElement } from "./request-element.tsx";
import { HoldpointRunElement } from "./run-element.tsx";

const elements = {
  "holdpoint-inbox": HoldpointInboxElement,
  "holdpoint-request": HoldpointRequestElement,
  "holdpoint-run": HoldpointRunElement,
} as const;

/** Makes the elements known to the page. Once is enough, and twice does no harm; on a server it does nothing. */
export function defineHoldpointElements(): void {
  if (typeof customElements === "undefined") return;
  for (const [name, element] of Object.entries(elements)) {
    if (customElements.get(name) === undefined) customElements.define(name, element);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "holdpoint-inbox": HoldpointInboxElement;
    "holdpoint-request": HoldpointRequestElement;
    "holdpoint-run": HoldpointRunElement;
  }
}
