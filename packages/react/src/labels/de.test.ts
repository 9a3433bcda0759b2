import { describe, expect, test } from "vitest";
import { codeLabels } from "../components/code-labels.ts";
import { composerLabels } from "../components/composer-labels.ts";
import { inboxLabels } from "../components/inbox-labels.ts";
import type { Labels } from "../components/labels.ts";
import { contentLabels, pdfLabels } from "../components/parts/content-labels.ts";
import { allowedLabels } from "../components/request/allowed-labels.ts";
import { answerLabels } from "../components/request/answer-labels.ts";
import { authorizationLabels } from "../components/request/authorization-labels.ts";
import { doubtLabels } from "../components/request/doubt-labels.ts";
import { editLabels } from "../components/request/edit-labels.ts";
import { fallbackLabels } from "../components/request/fallback-labels.ts";
import { formLabels } from "../components/request/form-labels.ts";
import { promptLabels } from "../components/request/prompt-labels.ts";
import { unreadableLabels } from "../components/request/unreadable-labels.ts";
import { storageLabels } from "../components/storage/storage-labels.ts";
import { editorLabels } from "../components/timeline/editor-labels.ts";
import { timelineLabels } from "../components/timeline/timeline-labels.ts";
import { germanLabels } from "./de.ts";

const english: Labels = {
  authorization: authorizationLabels,
  code: codeLabels,
  composer: composerLabels,
  content: contentLabels,
  doubt: doubtLabels,
  edit: editLabels,
  form: formLabels,
  inbox: inboxLabels,
  pdf: pdfLabels,
  prompt: { ...promptLabels, ...allowedLabels, ...answerLabels, ...fallbackLabels, ...unreadableLabels },
  storage: storageLabels,
  timeline: { ...timelineLabels, ...editorLabels },
};

/** The same in both languages, and rightly so. */
const shared = new Set(["timeline.roles.ASSISTANT", "timeline.roles.SYSTEM"]);

/** Every word by its path; functions are called with what stands for any argument. */
function words(group: object, path: string): [string, unknown][] {
  return Object.entries(group).flatMap(([name, label]: [string, unknown]) => {
    const here = `${path}.${name}`;
    if (typeof label === "object" && label !== null) return words(label, here);
    return [[here, label] as [string, unknown]];
  });
}

describe.each(Object.keys(english) as (keyof Labels)[])("the German words of %s", (group) => {
  test("are there for each English one, and are not English", () => {
    const german = new Map(words(germanLabels[group], group));
    const found = words(english[group], group);
    expect([...german.keys()].sort()).toEqual(found.map(([path]) => path).sort());
    const left = found.filter(([path, label]) => !shared.has(path) && german.get(path) === label);
    expect(left.map(([path]) => path)).toEqual([]);
  });
});

test("numbers and sizes are written the German way", () => {
  expect(germanLabels.content.bytes(1_234_567)).toBe("1,2 MB");
  expect(germanLabels.content.bytes(20)).toBe("20 Byte");
  expect(germanLabels.prompt.characters(12_345)).toContain("12.345");
});

test("a time that is left is told in its largest unit, never as none", () => {
  const minute = 60_000;
  expect(
    [0, 900, 59_000, 5 * minute, 119 * minute, 3 * 60 * minute, 3 * 1440 * minute].map(promptLabels.expiresIn),
  ).toEqual([
    "Expires in 1 second.",
    "Expires in 1 second.",
    "Expires in 59 seconds.",
    "Expires in 5 minutes.",
    "Expires in 119 minutes.",
    "Expires in 3 hours.",
    "Expires in 3 days.",
  ]);
  expect(germanLabels.prompt.expiresIn(5 * minute)).toBe("Läuft in 5 Minuten ab.");
});
