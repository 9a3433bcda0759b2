import { memo, type ReactNode, useState } from "react";
import { CopyButton } from "../text/copy-button.tsx";
import { describeUnknown } from "../text/describe-unknown.ts";
import { JsonView } from "../text/json-view.tsx";

/** A value as JSON, folded; drawn when somebody opens it. */
export const JsonFold = memo(function JsonFold({ label, value }: { label: string; value: unknown }): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <details className="hp-fold" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{label}</summary>
      {open && (
        <>
          <JsonView value={value} label={label} />
          <CopyButton text={() => describeUnknown(value, 2)} />
        </>
      )}
    </details>
  );
});
