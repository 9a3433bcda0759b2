import type { RunView, ViewPart } from "@holdpoint/core";

/** What was said and done, one line a turn, without ids and times: the same however often the page died. */
export function plainTranscript(view: RunView): readonly string[] {
  return view.turns.map(({ role, parts }) => JSON.stringify([role, ...parts.map(plainPart)]));
}

function plainPart(part: ViewPart): unknown {
  if (part.kind !== "TOOL_CALL") return part;
  const { toolName, args, state, result } = part;
  return { toolName, args, state, output: result?.output, editedArgs: result?.editedArgs, parts: result?.parts };
}

/**
 * Whether two transcripts say the same.
 *
 * @param isDoubted a person spoke for a call that was cut off: they can tell what came out, but give no attachments back
 */
export function isSameTranscript(one: readonly string[], other: readonly string[], isDoubted: boolean): boolean {
  return one.join() === other.join() || (isDoubted && withoutParts(one) === withoutParts(other));
}

function withoutParts(lines: readonly string[]): string {
  return lines
    .map((line) => JSON.stringify(JSON.parse(line, (name, value) => (name === "parts" ? undefined : value))))
    .join();
}
