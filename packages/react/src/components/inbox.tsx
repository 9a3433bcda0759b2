import type { RequestFilter, RequestRecord } from "@holdpoint/core";
import type { ReactNode } from "react";
import { useInbox } from "../hooks/use-inbox.ts";
import { inboxLabels } from "./inbox-labels.ts";
import { RequestPrompt } from "./request/request-prompt.tsx";
import { useLabels } from "./settings.ts";

/** {@link Inbox} */
export interface InboxProps {
  /** Which Requests. @default all that are open */
  readonly filter?: RequestFilter;
  /** Shows a way to the conversation of each. */
  readonly onOpenRun?: (runId: string) => void;
}

/**
 * Everything that waits for a person, over all runs and tabs, to be answered on the spot.
 *
 * @example
 * <Inbox onOpenRun={(runId) => navigate(`/runs/${runId}`)} />
 */
export function Inbox({ filter, onOpenRun }: InboxProps): ReactNode {
  const labels = useLabels("inbox", inboxLabels);
  const { requests, status, error } = useInbox(filter);
  return (
    <section className="hp hp-inbox" aria-label={labels.title} aria-busy={status === "loading"}>
      {error !== undefined && (
        <p className="hp-problem" role="alert">
          {error.message}
        </p>
      )}
      <p className={requests.length > 0 ? "hp-unseen" : "hp-note"} role="status">
        {status === "loading" ? labels.loading : requests.length > 0 ? labels.count(requests.length) : labels.empty}
      </p>
      <ul className="hp-inbox__list">
        {requests.map((request) => (
          <InboxItem key={request.requestId} request={request} {...(onOpenRun && { onOpenRun })} />
        ))}
      </ul>
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
    <li className="hp-inbox__item">
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
    </li>
  );
}
