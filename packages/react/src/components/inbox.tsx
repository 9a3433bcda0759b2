import type { RequestFilter, RequestRecord } from "@holdpoint/core";
import type { ReactNode } from "react";
import { useInbox } from "../hooks/use-inbox.ts";
import { inboxLabels } from "./inbox-labels.ts";
import { RequestPrompt } from "./request/request-prompt.tsx";
import { RequestQueue, type RequestQueueProps } from "./request/request-queue.tsx";
import { useLabels } from "./settings.ts";
import { visibleText } from "./text/visible-text.ts";

/** {@link Inbox} */
export interface InboxProps {
  /** Which Requests. @default all that are open */
  readonly filter?: RequestFilter;
  /** All below each other, or one after the other. @default "all" */
  readonly layout?: NonNullable<RequestQueueProps["layout"]>;
  /** Shows a way to the conversation of each. */
  readonly onOpenRun?: (runId: string) => void;
}

/**
 * Everything that waits for a person, over all runs and tabs, to be answered on the spot.
 *
 * @example
 * <Inbox onOpenRun={(runId) => navigate(`/runs/${runId}`)} />
 */
export function Inbox({ filter, layout = "all", onOpenRun }: InboxProps): ReactNode {
  const labels = useLabels("inbox", inboxLabels);
  const { requests, status, error } = useInbox(filter);
  return (
    <section className="hp hp-inbox" aria-label={labels.title} aria-busy={status === "loading"}>
      {error !== undefined && (
        <p className="hp-problem" role="alert">
          {labels.failed} {visibleText(error.message)}
        </p>
      )}
      <p className={requests.length > 0 ? "hp-unseen" : "hp-note"} role="status">
        {status === "loading" ? labels.loading : requests.length > 0 ? labels.count(requests.length) : labels.empty}
      </p>
      <RequestQueue requests={requests} layout={layout}>
        {(request) => <InboxItem request={request} {...(onOpenRun && { onOpenRun })} />}
      </RequestQueue>
    </section>
  );
}

interface InboxItemProps {
  readonly request: RequestRecord;
  readonly onOpenRun?: (runId: string) => void;
}

function InboxItem({ request, onOpenRun }: InboxItemProps): ReactNode {
  const labels = useLabels("inbox", inboxLabels);
  return (
    <>
      <div className="hp-inbox__facts">
        <time className="hp-note" dateTime={new Date(request.raisedAt).toISOString()}>
          {labels.asked(request.raisedAt)}
        </time>
        {onOpenRun && (
          <button type="button" className="hp-button" data-variant="quiet" onClick={() => onOpenRun(request.runId)}>
            {labels.open}
          </button>
        )}
      </div>
      <RequestPrompt request={request} />
    </>
  );
}
