import type { StoreName, WriteTransaction } from "./database-schema.ts";

/** What a request gives. */
export function settled<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error));
  });
}

/** Opens a transaction whose requests are promises. `done` settles with it, and has to be listened to. */
export function beginTransaction(
  database: IDBDatabase,
  stores: readonly StoreName[],
  mode: IDBTransactionMode,
  durability: IDBTransactionDurability,
): WriteTransaction {
  return promised(database.transaction([...stores], mode, { durability })) as unknown as WriteTransaction;
}

/** Settles when a transaction is complete, not before. @throws why it was undone */
export function completed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.addEventListener("complete", () => resolve());
    const undone = () => reject(transaction.error ?? new DOMException("The step was undone.", "AbortError"));
    transaction.addEventListener("abort", undone);
  });
}

/** The same object, where each request it makes is a promise; so is what becomes of a transaction, as `done`. */
function promised<Target extends object>(target: Target): Target {
  const done = target instanceof IDBTransaction ? completed(target) : undefined;
  return new Proxy(target, {
    get(_target, key) {
      if (key === "done") return done;
      const member: unknown = Reflect.get(target, key);
      if (typeof member !== "function") return member;
      return (...given: unknown[]) => {
        const made: unknown = Reflect.apply(member, target, given);
        if (made instanceof IDBRequest) return settled(made);
        return made instanceof IDBObjectStore || made instanceof IDBIndex ? promised(made) : made;
      };
    },
  });
}
