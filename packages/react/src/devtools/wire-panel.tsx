import { type ReactNode, useState } from "react";
import { describeBytes } from "../components/text/describe-bytes.ts";
import { ForeignText } from "../components/text/foreign-text.tsx";
import { JsonFold } from "../components/timeline/json-fold.tsx";
import { TextFold } from "../components/timeline/text-fold.tsx";
import { describeDuration, describeMoment } from "./describe-duration.ts";
import { useDevtoolsLabels } from "./devtools-labels.ts";
import type { DevtoolsTap } from "./tap.ts";
import { useTap } from "./use-tap.ts";
import type { Exchange } from "./watch-fetch.ts";

const nothing: readonly Exchange[] = [];

/** What went over the wire, without its secrets. */
export function WirePanel({ tap }: { readonly tap: DevtoolsTap | undefined }): ReactNode {
  const labels = useDevtoolsLabels();
  const exchanges = useTap(tap, (given) => given.exchanges.list(), nothing);
  if (tap === undefined) return <p className="hp-note">{labels.noTap}</p>;
  if (exchanges.length === 0) return <p className="hp-note">{labels.noExchange}</p>;
  return (
    <>
      <p className="hp-note">{labels.masked}</p>
      <ol className="hp-devtools__list" aria-label={labels.exchanges}>
        {[...exchanges].reverse().map((exchange) => (
          <li key={exchange.id}>
            <ExchangeRow exchange={exchange} tap={tap} />
          </li>
        ))}
      </ol>
    </>
  );
}

function ExchangeRow({ exchange, tap }: { readonly exchange: Exchange; readonly tap: DevtoolsTap }): ReactNode {
  const labels = useDevtoolsLabels();
  const [open, setOpen] = useState(false);
  const { status, state, doneMs, firstByteMs, bytes } = exchange;
  const { pathname, host } = new URL(exchange.url, "https://unknown.invalid");
  return (
    <details className="hp-devtools__row" onToggle={(toggle) => setOpen(toggle.currentTarget.open)}>
      <summary>
        <time className="hp-devtools__time" dateTime={new Date(exchange.at).toISOString()}>
          {describeMoment(exchange.at, labels.language)}
        </time>
        <span className="hp-devtools__state" data-state={status !== undefined && status >= 400 ? "failed" : state}>
          {status ?? ""} {labels.exchangeStates[state]}
        </span>
        <span className="hp-devtools__note">
          {exchange.method} <ForeignText text={`${host}${pathname}`} />
        </span>
        <span className="hp-devtools__figures">
          {describeBytes(bytes, labels.language)}
          {doneMs !== undefined && ` · ${describeDuration(doneMs, labels.language)}`}
        </span>
      </summary>
      {open && (
        <div className="hp-devtools__detail">
          <p>
            <code>
              {exchange.method} <ForeignText text={exchange.url} />
            </code>
          </p>
          {firstByteMs !== undefined && (
            <p className="hp-note">{labels.firstByte(describeDuration(firstByteMs, labels.language))}</p>
          )}
          {exchange.problem !== undefined && (
            <p className="hp-devtools__problem">
              <ForeignText text={exchange.problem} />
            </p>
          )}
          <JsonFold label={labels.requestHeaders} value={exchange.requestHeaders} />
          <JsonFold label={labels.body} value={exchange.body} />
          {exchange.responseHeaders !== undefined && (
            <JsonFold label={labels.responseHeaders} value={exchange.responseHeaders} />
          )}
          <TextFold label={labels.reply} text={tap.exchanges.replyOf(exchange.id)} />
        </div>
      )}
    </details>
  );
}
