import type { Runs } from "@holdpoint/core";
import type { RequestSource } from "@holdpoint/core/request-source";
import { Inbox, isInForeignFrame } from "@holdpoint/react/components";
import { type ReactNode, useState } from "react";
import { useLanguage, type Words } from "../labels/use-language.ts";
import { Note, RequestView } from "../views/request-view.tsx";
import { WidgetFrame } from "../views/widget-frame.tsx";
import type { EmbedMode } from "./embed-protocol.ts";
import { SightGate } from "./sight-gate.tsx";

/** What the hosted page shows at the moment. */
export type FrameState =
  | { readonly kind: "waiting" }
  | { readonly kind: "refused"; readonly origin: string | undefined }
  | { readonly kind: "window"; readonly onOpen: () => void }
  | {
      readonly kind: "shown";
      readonly mode: Exclude<EmbedMode, "window">;
      /** The origin that holds the Requests. */
      readonly holder: string;
      readonly source: RequestSource;
      readonly runs: Runs;
      readonly requestId: string | undefined;
    };

interface FrameAppProps {
  readonly state: FrameState;
  readonly language: string;
}

/** The page inside the frame. */
export function FrameApp({ state, language }: FrameAppProps): ReactNode {
  const words = useLanguage(language);
  return <main className="hp-frame">{words && <Contents state={state} words={words} />}</main>;
}

function Contents({ state, words }: { readonly state: FrameState; readonly words: Words }): ReactNode {
  const { frame: labels } = words;
  switch (state.kind) {
    case "waiting":
      return <Note>{labels.waiting}</Note>;
    case "refused":
      return (
        <p className="hp hp-problem" role="alert">
          {state.origin === undefined ? labels.refusedUnknown : labels.refused(state.origin)}
        </p>
      );
    case "window":
      return <WindowOffer words={words} onOpen={state.onOpen} />;
    case "shown": {
      const { mode, holder, source, runs, requestId } = state;
      return (
        <>
          <SightGate watched={isInForeignFrame(window)} labels={labels}>
            <WidgetFrame words={words} labels={undefined} runs={runs} source={source}>
              {requestId === undefined ? (
                <Inbox />
              ) : (
                <RequestView source={source} requestId={requestId} labels={words.widget} />
              )}
            </WidgetFrame>
          </SightGate>
          <p className="hp hp-note" data-mode={mode}>
            {mode === "store" ? labels.modes.store : labels.modes[mode](holder)}
          </p>
        </>
      );
    }
  }
}

function WindowOffer({ words, onOpen }: { readonly words: Words; readonly onOpen: () => void }): ReactNode {
  const [isOpened, setOpened] = useState(false);
  const { frame: labels } = words;
  return (
    <>
      <p className="hp hp-warning">{labels.needsWindow(location.origin)}</p>
      <div className="hp hp-actions">
        <button
          type="button"
          className="hp-button"
          data-variant="primary"
          onClick={() => {
            setOpened(true);
            onOpen();
          }}
        >
          {labels.openWindow}
        </button>
      </div>
      <p className="hp hp-note" role="status" data-mode="window">
        {isOpened ? labels.windowOpened : labels.modes.window}
      </p>
    </>
  );
}
