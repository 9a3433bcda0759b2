/** Runs a job after all earlier jobs of its key have ended; gives the job's own outcome. */
export type SerialQueue = <T>(key: string, job: () => T | Promise<T>) => Promise<T>;

/** One job at a time per key. A failed job does not stop the queue; a key at rest leaves nothing behind. */
export function createSerialQueue(): SerialQueue {
  const tails = new Map<string, Promise<void>>();
  return (key, job) => {
    const running = (tails.get(key) ?? Promise.resolve()).then(job);
    const forget = (): void => {
      if (tails.get(key) === tail) tails.delete(key);
    };
    // The failure belongs to whoever asked for the job; the next one only waits for the end.
    const tail: Promise<void> = running.then(forget, forget);
    tails.set(key, tail);
    return running;
  };
}
