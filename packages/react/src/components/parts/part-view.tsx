import type { ContentTurnPart, TurnContent } from "@holdpoint/core";
import { memo, type ReactNode } from "react";
import { lazyPart } from "../lazy-part.tsx";
import { describeUnknown } from "../text/describe-unknown.ts";
import { ForeignText } from "../text/foreign-text.tsx";
import { readOwn } from "../text/read-own.ts";
import { visibleText } from "../text/visible-text.ts";
import { contentOf, readText } from "./part-text.ts";

/** {@link PartView} */
export interface PartViewProps {
  /** A part of a prompt or of a tool's result, or the part of a turn around it. */
  readonly part: TurnContent | ContentTurnPart;
  /** What an image shows, for those who do not see it: the tool's text. @default its name */
  readonly alt?: string;
}

/** A longer name says no more while its part is on the way. */
const shownOfName = 120;

// What looks into media is not needed to read a conversation: it comes with the first part that has bytes.
const MediaView = lazyPart<PartViewProps>(
  async () => (await import("./media-view.tsx")).MediaView,
  ({ part }, wait) => {
    const content = contentOf(part);
    const given = describeUnknown(readOwn(content, "name") ?? readOwn(content, "type"));
    const name = visibleText(given.slice(0, shownOfName));
    return (
      <figure className="hp hp-part" data-state="loading" aria-label={name}>
        {wait}
        <figcaption className="hp-part__bar">
          <bdi className="hp-part__name">{name}</bdi>
        </figcaption>
      </figure>
    );
  },
);

/**
 * Shows one part: an image, a PDF (pages drawn), sound, a text, or a file to save. Bytes are looked at before the
 * browser is; what cannot be shown says why, with its name and a way to save it.
 *
 * @example
 * <PartView part={part} alt={result.output} />
 */
export const PartView = memo(function PartView(props: PartViewProps): ReactNode {
  const text = readText(props.part);
  if (text === undefined) return <MediaView {...props} />;
  return (
    <p className="hp hp-text" dir="auto">
      <ForeignText text={text} />
    </p>
  );
});
