import { useEffect, useMemo, useState } from "react";
import { useComponentSettings } from "../settings.ts";
import { useGetBlob } from "../use-get-blob.ts";
import { type LoadedPart, loadPart } from "./load-part.ts";
import type { MediaSource } from "./part-source.ts";

/**
 * Loads a part once `wanted`; `undefined` until it is there.
 */
export function useLoadedPart(source: MediaSource | undefined, wanted: boolean): LoadedPart | undefined {
  const { maxPartBytes = 64_000_000, maxImagePixels = 64_000_000 } = useComponentSettings();
  const getBlob = useGetBlob();
  const [loaded, setLoaded] = useState<{ source: MediaSource; part: LoadedPart }>();
  const limits = useMemo(() => ({ maxPartBytes, maxImagePixels }), [maxPartBytes, maxImagePixels]);

  useEffect(() => {
    if (source === undefined || !wanted) return;
    const stop = new AbortController();
    loadPart(source, { getBlob, limits, signal: stop.signal }).then(
      (part) => {
        if (!stop.signal.aborted) setLoaded({ source, part });
      },
      () => {
        // The store is closed or broken: the run says so; the part says that its bytes are not to be had.
        if (!stop.signal.aborted) setLoaded({ source, part: { state: "failed", problem: "missing" } });
      },
    );
    return () => stop.abort();
  }, [source, wanted, getBlob, limits]);

  return loaded?.source === source ? loaded?.part : undefined;
}
