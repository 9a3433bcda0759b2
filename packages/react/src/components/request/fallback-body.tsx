import type { ReactNode } from "react";
import { useLabels } from "../settings.ts";
import { JsonView } from "../text/json-view.tsx";
import { readOwn } from "../text/read-own.ts";
import { ApprovalBody } from "./approval-prompt.tsx";
import { fallbackLabels } from "./fallback-labels.ts";
import { InputBody } from "./input-prompt.tsx";
import type { PromptProps } from "./prompt-props.ts";

/** For kinds nobody registered a prompt for: what it sent is shown, and it can be filled in, said yes or no to. */
export function FallbackBody(props: PromptProps): ReactNode {
  const labels = useLabels("prompt", fallbackLabels);
  const { data } = props.record.request;
  const schema = readOwn(data, "schema");
  return (
    <>
      {data !== undefined && (
        <details className="hp-fold">
          <summary>{labels.data}</summary>
          <JsonView value={data} label={labels.data} />
        </details>
      )}
      {schema === undefined ? <ApprovalBody {...props} /> : <InputBody {...props} />}
    </>
  );
}

/** Calls of relay tools are run by the host: a person is told, and can call them off. */
export function RelayBody(props: PromptProps): ReactNode {
  const labels = useLabels("prompt", fallbackLabels);
  return (
    <>
      <p className="hp-note">{labels.handledByHost}</p>
      <JsonView value={readOwn(props.record.request.data, "calls")} label={labels.data} />
    </>
  );
}
