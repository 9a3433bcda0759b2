import type { ContentPart } from "./content-part.ts";
import type { JsonObject } from "./json.ts";

/** What a tool gives back (contract §1). Immutable. `parts` is absent, never empty. */
export interface ToolResult {
  readonly output: string;
  readonly isError: boolean;
  readonly parts?: readonly ContentPart[];
  readonly metadata?: JsonObject;
}
