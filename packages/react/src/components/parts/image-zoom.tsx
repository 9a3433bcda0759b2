import { type ReactNode, useRef, useState } from "react";
import { useLabels } from "../settings.ts";
import { contentLabels } from "./content-labels.ts";
import { ToolButton } from "./tool-button.tsx";

interface ImageZoomProps {
  readonly url: string;
  readonly alt: string;
  /** In CSS pixels, where it is known. */
  readonly width?: number | undefined;
}

/** Of the size at which it fits into the window. */
const steps = [1, 1.5, 2, 3, 4, 6] as const;

/** A button on a picture that opens it over the page, as large as the window, and larger. */
export function ImageZoom({ url, alt, width }: ImageZoomProps): ReactNode {
  const labels = useLabels("content", contentLabels);
  const dialog = useRef<HTMLDialogElement>(null);
  const [open, setOpen] = useState(false);
  const [step, setStep] = useState(0);
  const show = (): void => {
    setStep(0);
    setOpen(true);
    // Modal: it holds the focus, Escape closes it, and the focus goes back.
    dialog.current?.showModal();
  };
  const scale = steps[step] ?? 1;
  const zoom = (label: string, sign: string, to: number): ReactNode => (
    <ToolButton label={label} sign={sign} disabled={steps[to] === undefined} onPress={() => setStep(to)} />
  );
  return (
    <>
      <button
        type="button"
        className="hp-button hp-part__enlarge"
        data-variant="icon"
        aria-label={labels.enlarge(alt)}
        title={labels.enlarge(alt)}
        onClick={show}
      >
        <span aria-hidden="true">⤢</span>
      </button>
      <dialog ref={dialog} className="hp hp-zoom" aria-label={alt} onClose={() => setOpen(false)}>
        {open && (
          <>
            <div className="hp-zoom__tools">
              {zoom(labels.zoomOut, "−", step - 1)}
              {zoom(labels.zoomIn, "+", step + 1)}
              <button type="button" className="hp-button" onClick={() => dialog.current?.close()}>
                {labels.close}
              </button>
            </div>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
            <section className="hp-zoom__scroll" aria-label={alt} tabIndex={0}>
              <img
                src={url}
                alt={alt}
                referrerPolicy="no-referrer"
                style={scale === 1 ? { maxWidth: "100%", maxHeight: "100%" } : { width: (width ?? 800) * scale }}
              />
            </section>
          </>
        )}
      </dialog>
    </>
  );
}
