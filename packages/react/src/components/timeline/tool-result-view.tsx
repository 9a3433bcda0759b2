import type { FailedOutput, ToolResultPart } from "@holdpoint/core";
import { memo, type ReactNode } from "react";
import { PartView } from "../parts/part-view.tsx";
import { useLabels } from "../settings.ts";
import { describeUnknown } from "../text/describe-unknown.ts";
import { ForeignText } from "../text/foreign-text.tsx";
import { JsonFold } from "./json-fold.tsx";
import { TextFold } from "./text-fold.tsx";
import { timelineLabels } from "./timeline-labels.ts";

/** {@link ToolResultView} */
export interface ToolResultViewProps {
  readonly result: ToolResultPart;
}

/** What became of a call: its text folded, what it made shown, and a refusal in plain words. */
export const ToolResultView = memo(function ToolResultView({ result }: ToolResultViewProps): ReactNode {
  const labels = useLabels("timeline", timelineLabels);
  const text = outputText(result.output);
  return (
    <>
      {result.editedArgs !== undefined && <JsonFold label={labels.editedArguments} value={result.editedArgs} />}
      <ResultText result={result} text={text} />
      {result.parts?.map((part, index) => (
        // The parts of a result never change.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <PartView key={index} part={part} alt={text} />
      ))}
    </>
  );
});

function ResultText({ result, text }: { result: ToolResultPart; text: string }): ReactNode {
  const labels = useLabels("timeline", timelineLabels);
  if (text === "") return null;
  if (result.rejected || result.denied || result.failed) {
    return (
      <p className="hp-problem" dir="auto">
        <ForeignText text={result.rejected ? labels.rejectedBecause(text) : text} />
      </p>
    );
  }
  return <TextFold label={labels.output} text={text} />;
}

function outputText(output: string | FailedOutput): string {
  if (typeof output === "string") return output;
  return typeof output.error === "string" ? output.error : describeUnknown(output);
}
