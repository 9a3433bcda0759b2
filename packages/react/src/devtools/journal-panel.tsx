import { type ReactNode, useMemo } from "react";
import { describeBytes } from "../components/text/describe-bytes.ts";
import { JsonFold } from "../components/timeline/json-fold.tsx";
import { describeDuration, describeMoment } from "./describe-duration.ts";
import { useDevtoolsLabels } from "./devtools-labels.ts";
import { Facts } from "./facts.tsx";
import type { DevtoolsTap } from "./tap.ts";
import type { StoredPast } from "./use-run-past.ts";
import { useTap } from "./use-tap.ts";
import type { StoreWrite } from "./watch-store.ts";

const nothing: readonly StoreWrite[] = [];
const shownWrites = 50;

interface JournalPanelProps {
  readonly past: StoredPast;
  readonly tap: DevtoolsTap | undefined;
}

/** What lies in the store of a run, and what this page wrote to it. */
export function JournalPanel({ past, tap }: JournalPanelProps): ReactNode {
  const labels = useDevtoolsLabels();
  const { record, turns, tail, requests, commands } = past.snapshot;
  const { facts, language } = labels;
  return (
    <>
      <Facts
        facts={[
          [facts.status, record.status],
          [facts.epoch, record.epoch],
          [facts.next, record.nextSeq],
          [facts.settled, record.settledSeq],
          [facts.tokens, record.usage.totalTokens.toLocaleString(language)],
          [facts.bytes, record.bytes === undefined ? labels.unknown : describeBytes(record.bytes, language)],
          [facts.version, record.v],
        ]}
      />
      <JsonFold label={labels.record} value={record} />
      <JsonFold label={labels.turns(turns.length, record.turnCount)} value={turns} />
      <JsonFold label={labels.tail(tail.length)} value={tail} />
      <JsonFold label={labels.requests(requests.length)} value={requests} />
      <JsonFold label={labels.commands(commands.length)} value={commands} />
      {tap !== undefined && <Writes tap={tap} runId={record.runId} />}
    </>
  );
}

function Writes({ tap, runId }: { readonly tap: DevtoolsTap; readonly runId: string }): ReactNode {
  const labels = useDevtoolsLabels();
  const all = useTap(tap, ({ events }) => events.writes(), nothing);
  const writes = useMemo(
    () =>
      all
        .filter((write) => write.runId === runId)
        .slice(-shownWrites)
        .reverse(),
    [all, runId],
  );
  if (writes.length === 0) return <p className="hp-note">{labels.noWrites}</p>;
  const { write: heads, language } = labels;
  return (
    <table className="hp-devtools__table">
      <caption>{labels.writes}</caption>
      <thead>
        <tr>
          <th scope="col">{heads.time}</th>
          <th scope="col">{heads.events}</th>
          <th scope="col">{heads.disk}</th>
          <th scope="col">{heads.took}</th>
          <th scope="col">{heads.outcome}</th>
        </tr>
      </thead>
      <tbody>
        {writes.map((write, index) => (
          // Two writes may begin in one millisecond; the list is made anew with each.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <tr key={index}>
            <td>{describeMoment(write.at, language)}</td>
            <td>{write.seqs === undefined ? "–" : [...new Set(write.seqs)].join("–")}</td>
            <td>{write.strict ? labels.strict : labels.relaxed}</td>
            <td>{describeDuration(Math.round(write.ms), language)}</td>
            <td data-problem={write.problem !== undefined}>
              {write.problem === undefined ? labels.written : labels.refused(write.problem)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
