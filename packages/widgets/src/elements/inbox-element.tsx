import type { RequestFilter } from "@holdpoint/core";
import { Inbox } from "@holdpoint/react/components";
import type { ReactNode } from "react";
import { HoldpointElement, type OpenedPlace } from "./holdpoint-element.tsx";

/** What `holdpoint-open-run` carries. */
export interface OpenRunDetail {
  readonly runId: string;
}

/**
 * `<holdpoint-inbox>`: everything that waits for a person, to be answered on the spot.
 *
 * - `run-id`, `agent`: only those. @default all
 * - `layout`: `one` after the other, or `all` below each other. @default all
 * - `can-open`: shows a way to each conversation; the page hears `holdpoint-open-run`.
 */
export class HoldpointInboxElement extends HoldpointElement {
  static override readonly observedAttributes = [
    ...HoldpointElement.observedAttributes,
    "run-id",
    "agent",
    "layout",
    "can-open",
  ];

  #filter: RequestFilter = {};

  protected override draw(_place: OpenedPlace): ReactNode {
    const layout = this.getAttribute("layout") === "one" ? "one" : "all";
    const onOpenRun = (runId: string): void => {
      const detail: OpenRunDetail = { runId };
      this.dispatchEvent(new CustomEvent("holdpoint-open-run", { detail, bubbles: true, composed: true }));
    };
    return <Inbox filter={this.#readFilter()} layout={layout} {...(this.hasAttribute("can-open") && { onOpenRun })} />;
  }

  /** The same object while it says the same. */
  #readFilter(): RequestFilter {
    const [runId, agent] = [this.getAttribute("run-id"), this.getAttribute("agent")];
    const filter = { ...(runId !== null && { runId }), ...(agent !== null && { agent }) };
    if (JSON.stringify(filter) !== JSON.stringify(this.#filter)) this.#filter = filter;
    return this.#filter;
  }
}
