import type { RequestRecord } from "@holdpoint/core";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { inboxLabels } from "../inbox-labels.ts";
import { useLabels } from "../settings.ts";
import { RequestPrompt } from "./request-prompt.tsx";
import type { SendAnswer } from "./use-answer.ts";
import { useFocusInside } from "./use-focus-inside.ts";

/** {@link RequestQueue} */
export interface RequestQueueProps {
  readonly requests: readonly RequestRecord[];
  /** One after the other, or all below each other. @default "one" */
  readonly layout?: "one" | "all";
  /** Takes the Answers. @default the `answer` of the provider's runs */
  readonly onAnswer?: SendAnswer;
  /** Draws one of them. @default its prompt */
  readonly children?: (request: RequestRecord) => ReactNode;
}

/**
 * Requests as a queue: previous and next by button and by Alt + Page up and Alt + Page down, "2 of 5", and the focus
 * goes to the prompt that comes. When one was answered the next takes its place; when none is left the focus goes back
 * to where it came from. It never takes the focus by itself.
 *
 * @example
 * <RequestQueue requests={useInbox().requests} />
 */
export function RequestQueue({ requests, layout = "one", onAnswer, children }: RequestQueueProps): ReactNode {
  const labels = useLabels("inbox", inboxLabels);
  const queue = useRef<HTMLDivElement>(null);
  const { isInside, isLost, cameFrom } = useFocusInside(queue);
  const [place, setPlace] = useState<{ id: string | undefined; index: number }>({ id: undefined, index: 0 });
  const found = requests.findIndex(({ requestId }) => requestId === place.id);
  // Where one went away, the one behind it has moved up.
  const at = Math.max(0, Math.min(found < 0 ? place.index : found, requests.length - 1));
  const current = requests[at];
  const wantsFocus = useRef(false);

  const goTo = (index: number): void => {
    const request = requests[index];
    if (request === undefined) return;
    wantsFocus.current = true;
    setPlace({ id: request.requestId, index });
  };
  useEffect(() => {
    setPlace({ id: current?.requestId, index: at });
    const item = [...(queue.current?.querySelectorAll<HTMLElement>("[data-request]") ?? [])].find(
      ({ dataset }) => dataset.request === current?.requestId,
    );
    if (wantsFocus.current || (isInside() && isLost())) {
      const target = item?.querySelector<HTMLElement>("[tabindex='-1']") ?? cameFrom() ?? queue.current;
      target?.focus();
    }
    wantsFocus.current = false;
  }, [current?.requestId, at, isInside, isLost, cameFrom]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.altKey ? { PageDown: 1, PageUp: -1 }[event.key] : undefined;
    if (step === undefined) return;
    event.preventDefault();
    goTo(at + step);
  };
  const button = (step: 1 | -1, label: string, keys: string): ReactNode => (
    <button
      type="button"
      className="hp-button"
      aria-keyshortcuts={keys}
      aria-disabled={requests[at + step] === undefined}
      onClick={() => goTo(at + step)}
    >
      {label}
    </button>
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons below do the same, the keys only reach them from anywhere inside
    <div
      ref={queue}
      className="hp hp-queue"
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onFocus={({ target }) => {
        const id = target.closest<HTMLElement>("[data-request]")?.dataset.request;
        const index = requests.findIndex(({ requestId }) => requestId === id);
        if (index >= 0) setPlace({ id, index });
      }}
    >
      {requests.length > 1 && (
        // biome-ignore lint/a11y/useSemanticElements: a group of buttons, not of fields
        <div className="hp-queue__tools" role="group" aria-label={labels.queue}>
          {button(-1, labels.previous, "Alt+PageUp")}
          <span role="status">{labels.position(at + 1, requests.length)}</span>
          {button(1, labels.next, "Alt+PageDown")}
        </div>
      )}
      <ul className="hp-inbox__list">
        {(layout === "all" ? requests : requests.slice(at, at + 1)).map((request) => (
          <li key={request.requestId} data-request={request.requestId} className="hp-inbox__item">
            {children?.(request) ?? <RequestPrompt request={request} {...(onAnswer && { onAnswer })} />}
          </li>
        ))}
      </ul>
    </div>
  );
}
