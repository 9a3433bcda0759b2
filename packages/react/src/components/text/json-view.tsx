import { Fragment, memo, type ReactNode, useMemo } from "react";
import { describeUnknown } from "./describe-unknown.ts";
import { ForeignText } from "./foreign-text.tsx";

/**
 * Behind the `\n` of a string, where its lines end: drawn as a break after the escape, which stays what it is. Several
 * in a row are one break, so that empty lines push nothing out of sight (threat S16).
 */
const lineEnds = /(?<=(?<!\\)(?:\\\\)*\\n)(?!\\n)(?!")/;

/** Letters that are read from right to left, and some more, which costs nothing but an element. */
const rightToLeft = /[\u0590-\u08ff\ud802-\ufefc]/;

/**
 * What is to be drawn, every other piece a text of its own: a name in Hebrew and a value in Hebrew would change places
 * across the colon between them (threat S15).
 */
function isolate(json: string): readonly string[] {
  return rightToLeft.test(json) ? json.split(/("(?:[^"\\]+|\\.)*")/) : [json];
}

/** {@link JsonView} */
export interface JsonViewProps {
  readonly value: unknown;
  /** What it is, for those who do not see it. */
  readonly label: string;
}

/** A value as JSON with nothing hidden: what is drawn parses to what it is. Long ones scroll in their own box. */
export const JsonView = memo(function JsonView({ value, label }: JsonViewProps): ReactNode {
  const pieces = useMemo(() => isolate(describeUnknown(value, 2)), [value]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
    // biome-ignore lint/a11y/useSemanticElements: a group of lines, not of fields
    <div className="hp-code" role="group" tabIndex={0} aria-label={label} dir="ltr">
      <code>
        {pieces.map((piece, index) => {
          const Piece = index % 2 > 0 ? "bdi" : Fragment;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity but their place
            <Piece key={index}>
              {piece.split(lineEnds).map((line, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: nor have lines
                <Fragment key={at}>
                  {at > 0 && <br />}
                  <ForeignText text={line} style="json" />
                </Fragment>
              ))}
            </Piece>
          );
        })}
      </code>
    </div>
  );
});
