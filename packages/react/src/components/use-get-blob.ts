import { useComponentSettings } from "./settings.ts";

/** How stored bytes are read here: as the settings say, else from the runs of the provider. */
export function useGetBlob(): ((hash: string) => Promise<Blob | undefined>) | undefined {
  return useComponentSettings().getBlob;
}
