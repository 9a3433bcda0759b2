import type { ReactNode } from "react";
import { useOptionalRuns } from "../../hooks/provider.tsx";
import { type AllowedTools as Allowed, useAllowedTools } from "../../hooks/use-allowed-tools.ts";
import { lazyPart } from "../lazy-part.tsx";

const AllowedList = lazyPart<Allowed>(async () => (await import("./allowed-list.tsx")).AllowedList);

/** {@link AllowedTools} */
export interface AllowedToolsProps {
  readonly runId: string;
}

/**
 * Shows which tools are not asked about again in a run, each with a way to take that back. Nothing where there are none.
 *
 * @example
 * <AllowedTools runId={run.runId} />
 */
export function AllowedTools({ runId }: AllowedToolsProps): ReactNode {
  // A view that is only shown, as from an export, has no store to ask.
  return useOptionalRuns() === undefined ? null : <AllowedToolsOf runId={runId} />;
}

function AllowedToolsOf({ runId }: AllowedToolsProps): ReactNode {
  const allowed = useAllowedTools(runId);
  return allowed.tools.length === 0 ? null : <AllowedList {...allowed} />;
}
