import type { JsonObject } from "@holdpoint/core";
import { readOwn } from "../text/read-own.ts";
import type { FormDraft } from "./form-values.ts";
import { readFormDraft, readTextDraft } from "./read-form-draft.ts";

/** How far a person has come with an approval. Kept over a reload. */
export interface ApprovalDraft {
  readonly step?: "reject" | "edit" | undefined;
  /** Why not. */
  readonly reason?: string | undefined;
  /** The fields of the editor. */
  readonly fields?: FormDraft | undefined;
  /** The arguments as they were changed. */
  readonly edited?: JsonObject | undefined;
  /** The tool is not to ask again. */
  readonly always?: boolean | undefined;
}

/** Reads what was kept: by an older version, or by hand. */
export function readApprovalDraft(stored: unknown): ApprovalDraft {
  const step = readOwn(stored, "step");
  const fields = readOwn(stored, "fields");
  const edited = readOwn(stored, "edited");
  return {
    ...((step === "reject" || step === "edit") && { step }),
    reason: readTextDraft(stored, "reason"),
    ...(fields !== undefined && { fields: readFormDraft(fields) }),
    ...(typeof edited === "object" && edited !== null && !Array.isArray(edited) && { edited: edited as JsonObject }),
    always: readOwn(stored, "always") === true,
  };
}
