import { type ReactNode, useMemo } from "react";
import { MediaPart } from "./media-part.tsx";
import { PartBoundary } from "./part-boundary.tsx";
import { readMedia } from "./part-source.ts";

interface MediaViewProps {
  readonly part: unknown;
  readonly alt?: string;
}

/** A part that has bytes, once what looks into media is here. */
export function MediaView({ part, alt }: MediaViewProps): ReactNode {
  const source = useMemo(() => readMedia(part), [part]);
  return (
    <PartBoundary name={source.name} key={source.key}>
      <MediaPart source={source} {...(alt !== undefined && { alt })} />
    </PartBoundary>
  );
}
