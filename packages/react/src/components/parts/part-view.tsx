import type { ContentTurnPart, TurnContent } from "@holdpoint/core";
import { lazy, memo, type ReactNode, Suspense, useMemo } from "react";
import { ForeignText } from "../text/foreign-text.tsx";
import { PartBoundary } from "./part-boundary.tsx";
import { readPart } from "./part-source.ts";
import { PartWait } from "./part-wait.tsx";

// What looks into media is not needed to read a conversation: it comes with the first part that has bytes.
const MediaPart = lazy(async () => ({ default: (await import("./media-part.tsx")).MediaPart }));

/** {@link PartView} */
export interface PartViewProps {
  /** A part of a prompt or of a tool's result, or the part of a turn around it. */
  readonly part: TurnContent | ContentTurnPart;
  /** What an image shows, for those who do not see it: the tool's text. @default its name */
  readonly alt?: string;
}

/**
 * Shows one part: an image, a PDF (pages drawn), sound, a text, or a file to save. Bytes are looked at before the
 * browser is; what cannot be shown says why, with its name and a way to save it.
 *
 * @example
 * <PartView part={part} alt={result.output} />
 */
export const PartView = memo(function PartView({ part, alt }: PartViewProps): ReactNode {
  const source = useMemo(() => readPart(part), [part]);
  if (source.text !== undefined) {
    return (
      <p className="hp hp-text" dir="auto">
        <ForeignText text={source.text} />
      </p>
    );
  }
  return (
    <PartBoundary name={source.name} key={source.key}>
      <Suspense fallback={<PartWait name={source.name} />}>
        <MediaPart source={source} {...(alt !== undefined && { alt })} />
      </Suspense>
    </PartBoundary>
  );
});
