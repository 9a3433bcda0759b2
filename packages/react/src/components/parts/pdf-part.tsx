import { lazy, type ReactNode, Suspense } from "react";
import { useLabels } from "../settings.ts";
import { contentLabels } from "./content-labels.ts";
import type { PdfViewerProps } from "./pdf-viewer.tsx";

// pdf.js is large: it and what draws with it come when the first PDF is seen.
const PdfViewer = lazy(async () => ({ default: (await import("./pdf-viewer.tsx")).PdfViewer }));

/** A PDF with its pages drawn. */
export function PdfPart(props: PdfViewerProps): ReactNode {
  const labels = useLabels("content", contentLabels);
  const waiting = (
    <div className="hp-part__wait" role="status">
      {labels.loading}
    </div>
  );
  return (
    <Suspense fallback={waiting}>
      <PdfViewer {...props} />
    </Suspense>
  );
}
