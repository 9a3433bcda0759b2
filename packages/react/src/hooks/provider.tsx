import type { Runs } from "@holdpoint/core";
import { createContext, type ReactNode, useContext } from "react";

const RunsContext = createContext<Runs | undefined>(undefined);

/** {@link HoldpointProvider} */
export interface HoldpointProviderProps {
  /** What `createRuns` made, once, outside of components. */
  readonly runs: Runs;
  readonly children?: ReactNode;
}

/**
 * Gives the runs of a page to the hooks and components inside. Nothing is opened before one of them asks.
 *
 * @example
 * const runs = createRuns({ store: createIdbStore(), agents: [shopAgent] });
 * createRoot(root).render(<HoldpointProvider runs={runs}><App /></HoldpointProvider>);
 */
export function HoldpointProvider({ runs, children }: HoldpointProviderProps): ReactNode {
  return <RunsContext.Provider value={runs}>{children}</RunsContext.Provider>;
}

/**
 * The runs of the page.
 *
 * @throws Error outside of a provider
 */
export function useRuns(caller = "useRuns"): Runs {
  const runs = useContext(RunsContext);
  if (runs === undefined) {
    throw new Error(`${caller} must be called inside <HoldpointProvider>. Wrap your app in it and pass \`runs\`.`);
  }
  return runs;
}

/** The runs of the page where there are some: components also work from what they are given. */
export function useOptionalRuns(): Runs | undefined {
  return useContext(RunsContext);
}
