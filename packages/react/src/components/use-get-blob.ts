import { useMemo } from "react";
import { useOptionalRuns } from "../hooks/provider.tsx";
import { useComponentSettings } from "./settings.ts";

/** How stored bytes are read here: as the settings say, else from the runs of the provider. */
export function useGetBlob(): ((hash: string) => Promise<Blob | undefined>) | undefined {
  const { getBlob } = useComponentSettings();
  const runs = useOptionalRuns();
  return useMemo(() => getBlob ?? (runs && ((hash: string) => runs.getBlob(hash))), [getBlob, runs]);
}
