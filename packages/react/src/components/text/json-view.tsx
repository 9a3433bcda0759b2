import { memo, type ReactNode, useMemo } from "react";
import { describeUnknown } from "./describe-unknown.ts";
import { ForeignText } from "./foreign-text.tsx";

/** {@link JsonView} */
export interface JsonViewProps {
  readonly value: unknown;
  /** What it is, for those who do not see it. */
  readonly label: string;
}

/** A value as JSON with nothing hidden: what is drawn parses to what it is. Long ones scroll in their own box. */
export const JsonView = memo(function JsonView({ value, label }: JsonViewProps): ReactNode {
  const text = useMemo(() => describeUnknown(value, 2), [value]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
    // biome-ignore lint/a11y/useSemanticElements: a group of lines, not of fields
    <div className="hp-code" role="group" tabIndex={0} aria-label={label} dir="ltr">
      <code>
        <ForeignText text={text} style="json" />
      </code>
    </div>
  );
});
