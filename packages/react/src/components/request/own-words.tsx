import type { RequestRecord } from "@holdpoint/core";
import { memo, type ReactNode } from "react";
import { useLabels } from "../settings.ts";
import { ForeignText } from "../text/foreign-text.tsx";
import { visibleText } from "../text/visible-text.ts";
import { askerOf } from "./asker.ts";
import { promptLabels } from "./prompt-labels.ts";

/** Longer texts are counted, so that nobody misses what is out of sight. */
const countedFrom = 400;

/** What a tool or a rule says for itself: marked as its words, plain text, and never long enough to push us away. */
export const OwnWords = memo(function OwnWords({ record }: { record: RequestRecord }): ReactNode {
  const labels = useLabels("prompt", promptLabels);
  const { prompt } = record.request;
  const { call, origin } = askerOf(record);
  // A policy that only said "ask" has no words: what core puts in their place says no more than the title.
  const isDefault = origin === "policy" && prompt === `Allow ${call.toolName}?`;
  if (origin === "in_doubt" || prompt.trim() === "" || isDefault) return null;
  const speaker =
    origin === "policy" || origin === "hook" ? labels.ruleWords : labels.toolWords(visibleText(call.toolName));
  const isLong = prompt.length > countedFrom || prompt.split("\n", 9).length > 8;
  return (
    <figure className="hp-words">
      <figcaption className="hp-note">
        {speaker}
        {isLong && ` ${labels.characters(prompt.length)}`}
      </figcaption>
      <blockquote className="hp-words__text" dir="auto" tabIndex={isLong ? 0 : undefined}>
        <ForeignText text={prompt} />
      </blockquote>
    </figure>
  );
});
