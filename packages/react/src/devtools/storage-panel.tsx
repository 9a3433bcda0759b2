import { type ReactNode, useEffect, useState } from "react";
import { describeBytes } from "../components/text/describe-bytes.ts";
import { ForeignText } from "../components/text/foreign-text.tsx";
import { useRunList } from "../hooks/use-run-list.ts";
import { useDevtoolsLabels } from "./devtools-labels.ts";
import { Facts } from "./facts.tsx";

const shownRuns = 50;

/** Room as the browser tells it; what it does not tell is `undefined`. */
interface Room {
  readonly usage?: number | undefined;
  readonly quota?: number | undefined;
  readonly persisted?: boolean | undefined;
}

/** How much room the runs take, and how safe it is. */
export function StoragePanel(): ReactNode {
  const labels = useDevtoolsLabels();
  const { runs } = useRunList();
  const [room, setRoom] = useState<Room>({});

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when the runs changed
  useEffect(() => {
    let wanted = true;
    void readRoom().then((read) => {
      if (wanted) setRoom(read);
    });
    return () => {
      wanted = false;
    };
  }, [runs]);

  const { usage, quota, persisted } = room;
  const bytes = (count: number | undefined): string =>
    count === undefined ? labels.unknown : describeBytes(count, labels.language);
  const bySize = [...runs].sort((left, right) => (right.bytes ?? 0) - (left.bytes ?? 0)).slice(0, shownRuns);
  return (
    <>
      <Facts
        facts={[
          [labels.used, usage === undefined ? labels.unknown : labels.usedOf(bytes(usage), bytes(quota))],
          [labels.persisted, persisted === undefined ? labels.unknown : persisted ? labels.yes : labels.no],
        ]}
      />
      {usage !== undefined && quota !== undefined && quota > 0 && (
        <meter className="hp-devtools__meter" min={0} max={quota} value={usage} aria-label={labels.used} />
      )}
      {bySize.length === 0 ? (
        <p className="hp-note">{labels.noRuns}</p>
      ) : (
        <>
          <h3>{labels.runsBySize}</h3>
          <ol className="hp-devtools__list">
            {bySize.map((run) => (
              <li key={run.runId} className="hp-devtools__line">
                <span className="hp-devtools__note">
                  <ForeignText text={run.title || run.runId} />
                </span>
                <span className="hp-devtools__figures">{bytes(run.bytes)}</span>
              </li>
            ))}
          </ol>
        </>
      )}
    </>
  );
}

/** A browser may have no storage manager (an insecure address), or refuse to tell (a sandboxed frame). */
async function readRoom(): Promise<Room> {
  const { storage } = globalThis.navigator ?? {};
  if (storage?.estimate === undefined) return {};
  try {
    const [{ usage, quota }, persisted] = await Promise.all([storage.estimate(), storage.persisted()]);
    return { usage, quota, persisted };
  } catch (error) {
    if (error instanceof DOMException || error instanceof TypeError) return {};
    throw error;
  }
}
