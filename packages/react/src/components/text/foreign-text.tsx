import { memo, type ReactNode } from "react";
import { type EscapeStyle, visibleSegments } from "./visible-text.ts";

/** {@link ForeignText} */
export interface ForeignTextProps {
  readonly text: string;
  /** @default "text" */
  readonly style?: EscapeStyle;
}

/** Text that somebody else wrote: never markup, and nothing in it is hidden. */
export const ForeignText = memo(function ForeignText({ text, style = "text" }: ForeignTextProps): ReactNode {
  const segments = visibleSegments(text, style);
  if (segments.every((segment) => segment.kind === "plain")) return text;
  return segments.map((segment, index) =>
    segment.kind === "plain" ? (
      segment.text
    ) : (
      // Segments have no identity but their place.
      // biome-ignore lint/suspicious/noArrayIndexKey: the list is made anew with the text
      <span key={index} className="hp-escape">
        {segment.text}
      </span>
    ),
  );
});
