/** What of the platform answers later and by chance, put in order. */
export interface SteadyPlatform {
  /** Lets everything that is ready run: promises, and what hashing and blobs set going. */
  settle(): Promise<void>;
  restore(): void;
}

/**
 * Makes the platform repeatable for one simulation: hashes and reads of blobs come one after another in the order in
 * which they were asked for, random ids follow the seed. `restore` in a `finally`; one at a time.
 */
export function steadyPlatform(random: () => number): SteadyPlatform {
  let busy = 0;
  let tail: Promise<unknown> = Promise.resolve();
  const inOrder = <Value>(run: () => Promise<Value>): Promise<Value> => {
    busy += 1;
    const before = tail;
    const mine = (async () => {
      try {
        await before;
        return await run();
      } finally {
        busy -= 1;
      }
    })();
    tail = mine.then(
      () => undefined,
      () => undefined,
    );
    return mine;
  };

  const { subtle } = crypto;
  const restores = [
    replace(subtle, "digest", (original) => (algorithm: AlgorithmIdentifier, data: BufferSource) => {
      return inOrder(() => original.call(subtle, algorithm, data));
    }),
    replace(crypto, "getRandomValues", () => (array: Uint8Array) => {
      for (let index = 0; index < array.length; index += 1) array[index] = Math.floor(random() * 256);
      return array;
    }),
    replace(Blob.prototype, "arrayBuffer", (original) => {
      return function arrayBuffer(this: Blob) {
        return inOrder(() => original.call(this));
      };
    }),
    // The store copies all it takes and gives, and half of a simulation's time would go into that.
    replace(globalThis, "structuredClone", () => copyPlain),
  ];
  return {
    async settle() {
      do await nextTask();
      while (busy > 0);
    },
    restore() {
      for (const restore of restores) restore();
    },
  };
}

/** A copy of plain data: all that a store holds beside blobs. */
function copyPlain<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(copyPlain) as Value;
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) copy[key] = copyPlain((value as Record<string, unknown>)[key]);
  return copy as Value;
}

/** Puts something in the place of a method, and gives the way back. */
function replace<Target extends object, Name extends keyof Target>(
  target: Target,
  name: Name,
  make: (original: Target[Name]) => unknown,
): () => void {
  const own = Object.getOwnPropertyDescriptor(target, name);
  Object.defineProperty(target, name, { value: make(target[name]), configurable: true, writable: true });
  return () => {
    if (own === undefined) Reflect.deleteProperty(target, name);
    else Object.defineProperty(target, name, own);
  };
}

/** The next turn of the event loop: all promises that can settle have done so by then. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    // A timer waits for a millisecond; this does not, where there is it.
    const { setImmediate = setTimeout } = globalThis as { setImmediate?: (callback: () => void) => unknown };
    setImmediate(resolve);
  });
}
