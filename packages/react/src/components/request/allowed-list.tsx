import { type ReactNode, useState } from "react";
import type { AllowedTools } from "../../hooks/use-allowed-tools.ts";
import { useLabels } from "../settings.ts";
import { visibleText } from "../text/visible-text.ts";
import { allowedLabels } from "./allowed-labels.ts";

/** The tools that are not asked about again, each with a way to take that back. */
export function AllowedList({ tools, revoke }: AllowedTools): ReactNode {
  const labels = useLabels("prompt", allowedLabels);
  const [problem, setProblem] = useState<string>();
  const askAgain = async (toolName: string): Promise<void> => {
    try {
      await revoke(toolName);
      setProblem(undefined);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
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
