import { lazy, type ReactNode, Suspense } from "react";
import { useLabels } from "../settings.ts";
import { contentLabels, type PartProblem } from "./content-labels.ts";

// pdf.js is large: it and what draws with it come when the first PDF is seen.
const PdfViewer = lazy(async () => ({ default: (await import("./pdf-viewer.tsx")).PdfViewer }));

/** What a PDF on the screen tells the part around it. */
export interface PdfPartProps {
  readonly blob: Blob;
  readonly name: string;
  readonly onReady: () => void;
  readonly onBroken: (problem: PartProblem) => void;
}

/** A PDF with its pages drawn. */
export function PdfPart(props: PdfPartProps): ReactNode {
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
