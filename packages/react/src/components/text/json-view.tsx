import { Fragment, memo, type ReactNode, useMemo } from "react";
import { describeUnknown } from "./describe-unknown.ts";
import { ForeignText } from "./foreign-text.tsx";

/**
 * Behind the `\n` of a string, where its lines end: drawn as a break after the escape, which stays what it is. Several
 * in a row are one break, so that empty lines push nothing out of sight (threat S16).
 */
const lineEnds = /(?<=(?<!\\)(?:\\\\)*\\n)(?!\\n)(?!")/;

/** {@link JsonView} */
export interface JsonViewProps {
  readonly value: unknown;
  /** What it is, for those who do not see it. */
  readonly label: string;
}

/** A value as JSON with nothing hidden: what is drawn parses to what it is. Long ones scroll in their own box. */
export const JsonView = memo(function JsonView({ value, label }: JsonViewProps): ReactNode {
  const lines = useMemo(() => describeUnknown(value, 2).split(lineEnds), [value]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
    // biome-ignore lint/a11y/useSemanticElements: a group of lines, not of fields
    <div className="hp-code" role="group" tabIndex={0} aria-label={label} dir="ltr">
      <code>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity but their place
          <Fragment key={index}>
            {index > 0 && <br />}
            <ForeignText text={line} style="json" />
          </Fragment>
        ))}
      </code>
    </div>
  );
});
