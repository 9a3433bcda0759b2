import { type DevtoolsTap, HoldpointDevtools } from "@holdpoint/react/devtools";
import "@holdpoint/react/devtools.css";

/** What a developer sees of a run. Loaded when it is first opened. */
export function DevtoolsPanel({ tap, runId }: { readonly tap: DevtoolsTap; readonly runId: string }) {
  return (
    <aside className="run-tools" aria-label="Devtools panel">
      <HoldpointDevtools tap={tap} runId={runId} />
    </aside>
  );
}
