import { lazyPart } from "../lazy-part.tsx";
import type { PdfViewerProps } from "./pdf-viewer.tsx";

/** A PDF with its pages drawn. pdf.js is large: it and what draws with it come when the first PDF is seen. */
export const PdfPart = lazyPart<PdfViewerProps>(async () => (await import("./pdf-viewer.tsx")).PdfViewer);
