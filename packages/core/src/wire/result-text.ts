import type { ToolResultPart } from "../contracts/turn.ts";

/** What the model reads of a result: its own text where it has one, else the output, else the plain message. */
export function resultText({ modelText, output }: ToolResultPart): string {
  return modelText ?? (typeof output === "string" ? output : output.error);
}

/** Whether the model is told that a call failed. */
export function isFailure({ isError, failed, denied, rejected }: ToolResultPart): boolean {
  return Boolean(isError || failed || denied || rejected);
}
