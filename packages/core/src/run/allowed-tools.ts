import { isObject } from "../primitives/is-object.ts";
import type { JournalStore, RequestRecord } from "./journal.ts";

/**
 * The tool that is not asked about again in the run of a Request, because a person said so when approving it
 * (`data.always`), where the policy let them. `undefined` where nobody did, or where it was taken back.
 *
 * Only what policy asks about counts, and only in the run it was asked in: neither a tool's own Request nor one of a
 * sub-agent allows anything else.
 */
export function allowedTool(record: RequestRecord): string | undefined {
  const { request, origin, answer, call, child, escalated, revoked } = record;
  if (request.kind !== "approval" || origin !== "policy" || child !== undefined || escalated || revoked)
    return undefined;
  return answer?.ok === true && saysAlways(request.data) && saysAlways(answer.data) ? call.toolName : undefined;
}

/** Whether a person said that a tool is not asked about again in a run. It is read anew each time: it may be revoked. */
export async function isToolAllowed(
  store: Pick<JournalStore, "listRequests">,
  runId: string,
  toolName: string,
): Promise<boolean> {
  const records = await store.listRequests({ runId, state: ["settled"] });
  return records.some((record) => allowedTool(record) === toolName);
}

function saysAlways(data: unknown): boolean {
  return isObject(data) && Object.hasOwn(data, "always") && data.always === true;
}
