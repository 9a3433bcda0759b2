import type { JsonObject } from "@holdpoint/core";
import { memo, type ReactNode, useMemo } from "react";
import { useLabels } from "../settings.ts";
import { ForeignText } from "../text/foreign-text.tsx";
import { JsonView } from "../text/json-view.tsx";
import { visibleText } from "../text/visible-text.ts";
import { editLabels } from "./edit-labels.ts";
import { type JsonChange, listChanges } from "./json-changes.ts";

/** More are counted: the whole of what will run stands below them. */
const shownChanges = 50;

/** What a person changed in the arguments of a call, place by place, and all that will run. */
export const ArgumentChanges = memo(function ArgumentChanges({
  before,
  after,
}: {
  before: JsonObject;
  after: JsonObject;
}): ReactNode {
  const labels = useLabels("edit", editLabels);
  const changes = useMemo(() => listChanges(before, after), [before, after]);
  return (
    <div className="hp-changes">
      <p className="hp-changes__title">{changes.length > 0 ? labels.changes : labels.none}</p>
      {changes.length > 0 && (
        <ul>
          {changes.slice(0, shownChanges).map((change, index) => (
            // Two paths may read alike: `a.b` is also the name of a member.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <li key={index}>
              <Change change={change} />
            </li>
          ))}
          {changes.length > shownChanges && <li>{labels.more(changes.length - shownChanges)}</li>}
        </ul>
      )}
      <p className="hp-note">{labels.willRun}</p>
      <JsonView value={after} label={labels.willRun} />
    </div>
  );
});

function Change({ change }: { change: JsonChange }): ReactNode {
  const labels = useLabels("edit", editLabels);
  const wasThere = Object.hasOwn(change, "before");
  const isThere = Object.hasOwn(change, "after");
  return (
    <>
      <bdi className="hp-changes__path">{visibleText(change.path)}</bdi>{" "}
      {wasThere && (
        <del>
          <Json value={change.before} />
        </del>
      )}
      {!isThere && <> {labels.removed}</>}
      {wasThere && isThere && (
        <>
          {" "}
          <span className="hp-unseen">{labels.became}</span>
          <span className="hp-changes__arrow" aria-hidden="true">
            →
          </span>{" "}
        </>
      )}
      {isThere && (
        <ins>
          <Json value={change.after} />
        </ins>
      )}
      {!wasThere && <> {labels.added}</>}
    </>
  );
}

function Json({ value }: { value: unknown }): ReactNode {
  return (
    <code dir="ltr">
      <ForeignText text={JSON.stringify(value) ?? ""} style="json" />
    </code>
  );
}
