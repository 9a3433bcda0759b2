import { memo, type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { useLabels } from "../settings.ts";
import { pdfLabels } from "./content-labels.ts";
import type { OpenPdf } from "./pdf-document.ts";
import { useInView } from "./use-in-view.ts";

interface PdfPageProps {
  readonly pdf: OpenPdf;
  readonly page: number;
  /** The size of the first page, until this one is drawn. */
  readonly size: { readonly width: number; readonly height: number };
  readonly zoom: number;
  readonly onSeen: (page: number) => void;
  /** Whether the first drawing came about. */
  readonly onFirst?: (drawn: boolean) => void;
}

type PageState = "waiting" | "drawn" | "failed";

/** One page: drawn while it is near the screen, an empty sheet of its size otherwise. */
export const PdfPage = memo(function PdfPage({ pdf, page, size, zoom, onSeen, onFirst }: PdfPageProps): ReactNode {
  const labels = useLabels("pdf", pdfLabels);
  const sheet = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const near = useInView(sheet, false);
  const [state, setState] = useState<PageState>("waiting");
  const [own, setOwn] = useState(size);
  const first = useRef(onFirst);
  first.current = onFirst;

  useEffect(() => {
    if (!near || canvas.current === null || text.current === null) return;
    const stop = new AbortController();
    const [surface, layer] = [canvas.current, text.current];
    const draw = async (): Promise<void> => {
      const actual = await pdf.pageSize(page);
      stop.signal.throwIfAborted();
      setOwn(actual);
      // As wide as it stands there now, so that words and picture lie upon each other.
      const shownWidth = surface.parentElement?.clientWidth || actual.width * zoom;
      await pdf.drawPage(page, surface, layer, shownWidth, stop.signal);
      setState("drawn");
      first.current?.(true);
    };
    draw().catch(() => {
      // Left before it was done, or a page that pdf.js cannot draw: the sheet says so, the other pages go on.
      if (stop.signal.aborted) return;
      setState("failed");
      first.current?.(false);
    });
    return () => {
      stop.abort();
      // A canvas keeps its pixels as long as it has a size.
      surface.width = 0;
      surface.height = 0;
      layer.replaceChildren();
      setState("waiting");
    };
  }, [near, pdf, page, zoom]);

  useSeen(sheet, () => onSeen(page));
  useTextScale(sheet, own.width);

  return (
    // biome-ignore lint/a11y/useSemanticElements: a page is no group of fields
    <div
      ref={sheet}
      className="hp-pdf__page"
      role="group"
      aria-label={labels.page(page, pdf.pages)}
      data-state={state}
      // The first page must not shrink to nothing, nor one with odd sizes push all others away.
      style={{
        width: `${zoom * 100}%`,
        maxWidth: zoom > 1 ? "none" : `${own.width * zoom}px`,
        aspectRatio: `${own.width} / ${own.height}`,
      }}
    >
      <canvas ref={canvas} className="hp-pdf__canvas" />
      <div ref={text} className="hp-pdf__text" />
      {state === "failed" && <p className="hp-part__problem">{labels.pageProblem(page)}</p>}
    </div>
  );
});

/** Keeps the words over the picture when the sheet becomes wider or narrower. PDF counts 72 to the inch, CSS 96. */
function useTextScale(sheet: RefObject<HTMLElement | null>, pageWidth: number): void {
  useEffect(() => {
    const element = sheet.current;
    if (element === null || typeof ResizeObserver === "undefined") return;
    const observer = new ResizeObserver(() => {
      element.style.setProperty("--total-scale-factor", String((element.clientWidth / pageWidth) * (96 / 72)));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [sheet, pageWidth]);
}

/** Tells when an element crosses the middle of what it scrolls in. */
function useSeen(ref: RefObject<HTMLElement | null>, onSeen: () => void): void {
  const listener = useRef(onSeen);
  listener.current = onSeen;
  useEffect(() => {
    const element = ref.current;
    if (element === null || typeof IntersectionObserver === "undefined") return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.at(-1)?.isIntersecting) listener.current();
      },
      { root: element.parentElement, rootMargin: "-50% 0px -50% 0px" },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
}
