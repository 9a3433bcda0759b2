import { useEffect, useState } from "react";

const urls = new Map<string, { readonly url: string; users: number }>();

/**
 * An address for bytes, one per key however many show them. Each `acquire` needs its `release`; the last one revokes
 * it. Never write one down: it is dead after a reload.
 */
export function acquireObjectUrl(key: string, blob: Blob): string {
  const known = urls.get(key);
  if (known) {
    known.users += 1;
    return known.url;
  }
  const url = URL.createObjectURL(blob);
  urls.set(key, { url, users: 1 });
  return url;
}

/** Gives an address back. */
export function releaseObjectUrl(key: string): void {
  const known = urls.get(key);
  if (known === undefined) return;
  known.users -= 1;
  if (known.users > 0) return;
  urls.delete(key);
  URL.revokeObjectURL(known.url);
}

/** An address for bytes while a component is mounted; `undefined` until it is. */
export function useObjectUrl(key: string, blob: Blob): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    setUrl(acquireObjectUrl(key, blob));
    return () => {
      setUrl(undefined);
      releaseObjectUrl(key);
    };
  }, [key, blob]);
  return url;
}
