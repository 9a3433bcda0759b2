import { useCallback, useState } from "react";
import { drafts } from "../../binding/draft-store.ts";

/**
 * State that is kept over reloads until it is set to `undefined`.
 *
 * @param read - Makes a value of what was stored; the shape may be an older one, or another Request's.
 */
export function useDraft<Value>(
  key: string | undefined,
  read: (stored: unknown) => Value,
  initial: Value,
): readonly [Value, (value: Value) => void] {
  const [value, setValue] = useState<Value>(() => {
    const stored = key === undefined ? undefined : drafts.read(key);
    return stored === undefined ? initial : read(stored);
  });
  const set = useCallback(
    (next: Value) => {
      setValue(next);
      if (key !== undefined) drafts.write(key, next);
    },
    [key],
  );
  return [value, set];
}
