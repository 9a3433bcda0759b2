import type { Runs } from "@holdpoint/core";
import { useState } from "react";
import { Icon } from "../icon.tsx";
import { navigate } from "../route.ts";

/** Removes a run for good, after a second press. */
export function RemoveButton({ runs, runId }: { readonly runs: Runs; readonly runId: string }) {
  const [asked, setAsked] = useState(false);
  const [problem, setProblem] = useState<string>();

  const remove = async (): Promise<void> => {
    try {
      await runs.remove(runId);
      navigate({ page: "start" });
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      setAsked(false);
    }
  };

  return (
    <>
      {problem !== undefined && (
        <span role="alert" className="problem">
          {problem}
        </span>
      )}
      <button
        type="button"
        className="quiet"
        onBlur={() => setAsked(false)}
        onClick={() => (asked ? void remove() : setAsked(true))}
      >
        <Icon name="trash" /> {asked ? "Remove for good?" : <span className="label">Remove</span>}
      </button>
    </>
  );
}
