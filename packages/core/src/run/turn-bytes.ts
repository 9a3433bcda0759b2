import type { TurnContent } from "../contracts/content-part.ts";
import type { TurnPart } from "../contracts/turn.ts";
import type { TurnRecord } from "./journal.ts";

/** What turns take on disk, roughly: one byte a character of their JSON, and the bytes of the attachments they name. */
export function bytesOfTurns(turns: readonly TurnRecord[]): number {
  const attached = turns.flatMap(({ turn }) => turn.parts.flatMap(contentsOf));
  return attached.reduce(
    (sum, content) => sum + ("bytes" in content ? content.bytes : 0),
    JSON.stringify(turns).length,
  );
}

function contentsOf(part: TurnPart): readonly TurnContent[] {
  if (part.kind === "CONTENT") return [part.content];
  return (part.kind === "TOOL_RESULT" && part.parts) || [];
}
