import { type ReactNode, useState } from "react";
import { useOptionalRuns } from "../../hooks/provider.tsx";
import { useAllowedTools } from "../../hooks/use-allowed-tools.ts";
import { useLabels } from "../settings.ts";
import { visibleText } from "../text/visible-text.ts";
import { promptLabels } from "./prompt-labels.ts";

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
  const labels = useLabels("prompt", promptLabels);
  const { tools, revoke } = useAllowedTools(runId);
  const [problem, setProblem] = useState<string>();
  const askAgain = async (toolName: string): Promise<void> => {
    try {
      await revoke(toolName);
      setProblem(undefined);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  if (tools.length === 0) return null;
  return (
    <section className="hp hp-allowed" aria-label={labels.allowed}>
      <p className="hp-note">{labels.allowed}</p>
      <ul>
        {tools.map((toolName) => (
          <li key={toolName}>
            <bdi className="hp-tool__name">{visibleText(toolName)}</bdi>
            <button
              type="button"
              className="hp-button"
              data-variant="quiet"
              aria-label={labels.askAgainAbout(visibleText(toolName))}
              onClick={() => void askAgain(toolName)}
            >
              {labels.askAgain}
            </button>
          </li>
        ))}
      </ul>
      {problem !== undefined && (
        <p className="hp-problem" role="alert">
          {visibleText(problem)}
        </p>
      )}
    </section>
  );
}
