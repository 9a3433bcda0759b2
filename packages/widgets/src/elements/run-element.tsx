import { Inbox } from "@holdpoint/react/components";
import { type ComponentProps, lazy, type ReactNode, Suspense } from "react";
import type { Words } from "../labels/use-language.ts";
import { dressConversations } from "../theme/shadow-theme.ts";
import { Note } from "../views/request-view.tsx";
import { HoldpointElement, type OpenedPlace } from "./holdpoint-element.tsx";

/** What shows conversations is large, and comes with the first of them. */
const RunView = lazy(async () => {
  const { RunView, conversationTheme } = await import("../views/run-view.tsx");
  dressConversations(conversationTheme);
  return { default: RunView };
});

/**
 * `<holdpoint-run run-id="…">`: a conversation with what it asks, followed and answered, driven by nobody here. Over
 * HTTP only what it asks is known.
 */
export class HoldpointRunElement extends HoldpointElement {
  static override readonly observedAttributes = [...HoldpointElement.observedAttributes, "run-id"];

  #filter: NonNullable<ComponentProps<typeof Inbox>["filter"]> = {};

  protected override draw({ source, database }: OpenedPlace, { widget }: Words): ReactNode {
    const runId = this.getAttribute("run-id");
    if (!runId) return <Note>{widget.missingId("run-id")}</Note>;
    if (database !== undefined) {
      return (
        <Suspense fallback={<Note>{widget.loading}</Note>}>
          <RunView database={database} source={source} runId={runId} />
        </Suspense>
      );
    }
    if (this.#filter.runId !== runId) this.#filter = { runId };
    return (
      <>
        <Note>{widget.conversationElsewhere}</Note>
        <Inbox filter={this.#filter} />
      </>
    );
  }
}
