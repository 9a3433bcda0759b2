import { describeUnknown } from "../text/describe-unknown.ts";
import { readOwn } from "../text/read-own.ts";

/** What a part of a turn holds; any other part itself. */
export function contentOf(part: unknown): unknown {
  const isAround = readOwn(part, "kind") === "CONTENT" && readOwn(part, "type") === undefined;
  return isAround ? contentOf(readOwn(part, "content")) : part;
}

/** The text a part is shown as, whoever wrote it (threat S46); `undefined` where it has bytes. */
export function readText(given: unknown): string | undefined {
  const part = contentOf(given);
  switch (readOwn(part, "type")) {
    case "image":
    case "audio":
    case "file":
      return undefined;
    case "text":
      return describeUnknown(readOwn(part, "text"));
    default:
      return describeUnknown(part);
  }
}
