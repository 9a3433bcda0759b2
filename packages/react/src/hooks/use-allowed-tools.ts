import { allowedTool, type RequestFilter } from "@holdpoint/core";
import { useMemo } from "react";
import { useInbox } from "./use-inbox.ts";

/** The tools a person said need not ask again in a run. */
export interface AllowedTools {
  /** Their names, in the order they were allowed. */
  readonly tools: readonly string[];
  /** Lets a tool ask again from its next call on. */
  readonly revoke: (toolName: string) => Promise<void>;
}

/**
 * The tools that are not asked about again in a run, because a person said so when approving one of their calls. It is
 * kept with the run, so a reload changes nothing.
 *
 * @throws Error outside of `<HoldpointProvider>`
 *
 * @example
 * const { tools, revoke } = useAllowedTools(run.runId);
 */
export function useAllowedTools(runId: string): AllowedTools {
  const filter = useMemo((): RequestFilter => ({ runId, state: ["settled"] }), [runId]);
  const { requests, retractAnswer } = useInbox(filter);
  return useMemo(() => {
    const given = requests.flatMap((request) => {
      const toolName = allowedTool(request);
      return toolName === undefined ? [] : [{ toolName, requestId: request.requestId }];
    });
    return {
      tools: [...new Set(given.map(({ toolName }) => toolName))],
      async revoke(toolName) {
        // It may have been said more than once: all of it is taken back.
        for (const one of given) if (one.toolName === toolName) await retractAnswer(one.requestId);
      },
    };
  }, [requests, retractAnswer]);
}
