import { deleteDB } from "idb";
import { afterEach, vi } from "vitest";
import { createIdbStore, type IdbStore } from "./idb-store.ts";
import type { IdbStoreOptions } from "./parts.ts";
import type { StoreNotice } from "./store-notice.ts";

/** What the tests of a file share: databases of their own, closed and deleted after each test. */
export interface TestDatabase {
  readonly name: string;
  readonly notices: readonly StoreNotice[];
  /** One more tab. */
  open(options?: IdbStoreOptions): IdbStore;
  /** A connection that is not ours: another version of the page, another library. It yields to nobody by itself. */
  openRaw(version?: number): Promise<IDBDatabase>;
}

/** Call once per file, at its top. */
export function createTestDatabase(label: string): TestDatabase {
  let count = 0;
  let stores: IdbStore[] = [];
  let raw: IDBDatabase[] = [];
  let notices: StoreNotice[] = [];
  const nameNow = () => `${label}-${count}`;

  afterEach(async () => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    await Promise.all(stores.map((store) => store.close()));
    for (const database of raw) database.close();
    await deleteDB(nameNow());
    stores = [];
    raw = [];
    notices = [];
    count += 1;
  });

  return {
    get name() {
      return nameNow();
    },
    get notices() {
      return notices;
    },
    open(options) {
      const store = createIdbStore({ name: nameNow(), onNotice: (notice) => notices.push(notice), ...options });
      stores.push(store);
      return store;
    },
    async openRaw(version) {
      const database = await settled(indexedDB.open(nameNow(), version));
      raw.push(database);
      return database;
    },
  };
}

/** The result of a plain request. */
export function settled<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error));
  });
}

/** Everything in the database, store by store, read past our own code. */
export async function dump(name: string): Promise<Record<string, readonly (readonly [IDBValidKey, unknown])[]>> {
  const database = await settled(indexedDB.open(name));
  try {
    const stores: Record<string, readonly (readonly [IDBValidKey, unknown])[]> = {};
    for (const store of database.objectStoreNames) {
      const source = database.transaction(store).objectStore(store);
      const [keys, values] = await Promise.all([settled(source.getAllKeys()), settled(source.getAll())]);
      stores[store] = keys.map((key, index) => [key, values[index] as unknown] as const);
    }
    return stores;
  } finally {
    database.close();
  }
}
