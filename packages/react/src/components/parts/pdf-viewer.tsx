import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { useComponentSettings, useLabels } from "../settings.ts";
import { contentLabels, type PartProblem, pdfLabels } from "./content-labels.ts";
import { type OpenPdf, openPdf, PdfProblem } from "./pdf-document.ts";
import { PdfPage } from "./pdf-page.tsx";
import { PdfPassword } from "./pdf-password.tsx";
import { ToolButton } from "./tool-button.tsx";

const zoomSteps = [0.5, 0.75, 1, 1.5, 2, 3] as const;
const fitStep = 2;

interface PasswordQuestion {
  readonly wrong: boolean;
  readonly reply: (password: string | undefined) => void;
}

/** What a PDF on the screen tells the part around it. */
export interface PdfViewerProps {
  readonly blob: Blob;
  readonly name: string;
  readonly onReady: () => void;
  readonly onBroken: (problem: PartProblem) => void;
}

/** The pages of a PDF, one below the other; those out of sight are not drawn. */
export function PdfViewer({ blob, name, onReady, onBroken }: PdfViewerProps): ReactNode {
  const { maxPdfPages = 200, pdfAssetsUrl } = useComponentSettings();
  const content = useLabels("content", contentLabels);
  const labels = useLabels("pdf", pdfLabels);
  const [opened, setOpened] = useState<{ pdf: OpenPdf; size: { width: number; height: number } }>();
  const [question, setQuestion] = useState<PasswordQuestion>();
  const [current, setCurrent] = useState(1);
  const [zoom, setZoom] = useState(fitStep);
  const pages = useRef<HTMLDivElement>(null);
  const id = useId();
  const told = useRef({ onReady, onBroken });
  told.current = { onReady, onBroken };

  useEffect(() => {
    const stop = new AbortController();
    const askPassword = (wrong: boolean): Promise<string | undefined> =>
      new Promise((reply) => setQuestion({ wrong, reply }));
    const open = async (): Promise<void> => {
      const pdf = await openPdf(blob, { askPassword, assetsUrl: pdfAssetsUrl, signal: stop.signal });
      const size = await pdf.pageSize(1);
      if (stop.signal.aborted) return;
      setQuestion(undefined);
      setOpened({ pdf, size });
    };
    open().catch((error: unknown) => {
      if (stop.signal.aborted) return;
      setQuestion(undefined);
      told.current.onBroken(error instanceof PdfProblem ? error.problem : "damaged");
    });
    return () => {
      stop.abort(new DOMException("The PDF is no longer shown.", "AbortError"));
      setOpened(undefined);
    };
  }, [blob, pdfAssetsUrl]);

  const before = useRef<number>(undefined);
  const zoomTo = (step: number): void => {
    const element = pages.current;
    if (element !== null) before.current = (element.scrollTop + element.clientHeight / 2) / element.scrollHeight;
    setZoom(step);
  };
  // What was in the middle stays in the middle.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the zoom is what has changed the heights
  useLayoutEffect(() => {
    const element = pages.current;
    if (element === null || before.current === undefined) return;
    element.scrollTop = before.current * element.scrollHeight - element.clientHeight / 2;
  }, [zoom]);

  if (question !== undefined) return <PdfPassword name={name} wrong={question.wrong} onPassword={question.reply} />;
  if (opened === undefined) {
    return (
      <div className="hp-part__wait" role="status">
        {content.loading}
      </div>
    );
  }
  const { pdf, size } = opened;
  const shown = Math.min(pdf.pages, maxPdfPages);
  const goTo = (page: number): void => {
    pages.current?.children[page - 1]?.scrollIntoView({ block: "nearest", inline: "nearest" });
    const target = pages.current?.children[page - 1];
    if (pages.current && target instanceof HTMLElement) pages.current.scrollTop = target.offsetTop;
    setCurrent(page);
  };
  return (
    <div className="hp-pdf">
      <div className="hp-pdf__tools" role="toolbar" aria-label={name} aria-controls={id}>
        <ToolButton label={labels.previous} sign="↑" disabled={current <= 1} onPress={() => goTo(current - 1)} />
        <ToolButton label={labels.next} sign="↓" disabled={current >= shown} onPress={() => goTo(current + 1)} />
        <span className="hp-pdf__count" aria-live="polite">
          {pdf.pages === 1 ? labels.pages(1, 1) : labels.page(current, pdf.pages)}
        </span>
        <ToolButton label={labels.zoomOut} sign="−" disabled={zoom === 0} onPress={() => zoomTo(zoom - 1)} />
        <ToolButton
          label={labels.zoomIn}
          sign="+"
          disabled={zoom === zoomSteps.length - 1}
          onPress={() => zoomTo(zoom + 1)}
        />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: pages are no group of fields */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <div className="hp-pdf__pages" role="group" ref={pages} id={id} aria-label={name} tabIndex={0}>
        {Array.from({ length: shown }, (_, index) => (
          <PdfPage
            // biome-ignore lint/suspicious/noArrayIndexKey: a page is its number
            key={index}
            pdf={pdf}
            page={index + 1}
            size={size}
            zoom={zoomSteps[zoom] ?? 1}
            onSeen={setCurrent}
            {...(index === 0 && {
              onFirst: (drawn) => (drawn ? told.current.onReady() : told.current.onBroken("damaged")),
            })}
          />
        ))}
      </div>
      {shown < pdf.pages && <p className="hp-note">{labels.pages(shown, pdf.pages)}</p>}
    </div>
  );
}
