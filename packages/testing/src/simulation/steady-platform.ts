import { codeUnderWay } from "@holdpoint/core/store";

/** What of the platform answers later and by chance, put in order. */
export interface SteadyPlatform {
  /** Lets everything that is ready run: promises, what hashing and blobs set going, and code that is loaded late. */
  settle(): Promise<void>;
  restore(): void;
}

/** Work of the platform that is asked for and not done. */
interface Job {
  readonly run: () => Promise<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Makes the platform repeatable for one simulation: hashes and reads of blobs come one after another in the order in
 * which they were asked for, when nothing else can run; random ids follow the seed; what the store copies is shared and
 * frozen. `restore` in a `finally`; one at a time.
 */
export function steadyPlatform(random: () => number): SteadyPlatform {
  const jobs: Job[] = [];
  const later = (run: () => Promise<unknown>): Promise<unknown> =>
    new Promise((resolve, reject) => {
      jobs.push({ run, resolve, reject });
    });

  const { subtle } = crypto;
  const restores = [
    replace(subtle, "digest", (original) => (algorithm: AlgorithmIdentifier, data: Uint8Array<ArrayBuffer>) => {
      return later(() => digestOnce(data, () => original.call(subtle, algorithm, data)));
    }),
    replace(crypto, "getRandomValues", () => (array: Uint8Array) => {
      for (let index = 0; index < array.length; index += 1) array[index] = Math.floor(random() * 256);
      return array;
    }),
    replace(Blob.prototype, "arrayBuffer", (original) => {
      return function arrayBuffer(this: Blob) {
        return later(() => original.call(this));
      };
    }),
    // The store copies all it takes and gives, and half of a simulation's time would go into that.
    replace(globalThis, "structuredClone", () => frozenCopy),
  ];
  return {
    async settle() {
      for (;;) {
        await nextTask();
        const loading = codeUnderWay();
        if (loading !== undefined) {
          await loading;
          continue;
        }
        const job = jobs.shift();
        if (job === undefined) return;
        await job.run().then(job.resolve, job.reject);
      }
    },
    restore() {
      for (const restore of restores) restore();
    },
  };
}

/** Hashes of small data, by content: stories tell the same things again and again. */
const digests = new Map<string, ArrayBuffer>();

async function digestOnce(data: Uint8Array, digest: () => Promise<ArrayBuffer>): Promise<ArrayBuffer> {
  const key = String.fromCharCode(...new Uint8Array(data).subarray(0, 4_096));
  const known = data.byteLength > 4_096 ? undefined : digests.get(key);
  const value = known ?? (await digest());
  if (data.byteLength <= 4_096) digests.set(key, value);
  return value.slice(0);
}

/** What nobody can change needs no second copy. */
const frozen = new WeakSet<object>();

/** A copy of plain data, all that a store holds beside blobs. Who tries to change what a store gave is told so. */
function frozenCopy<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null || frozen.has(value)) return value;
  const copy: unknown = Array.isArray(value)
    ? value.map(frozenCopy)
    : Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, frozenCopy(entry)]));
  frozen.add(Object.freeze(copy) as object);
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
