export { createIdbStore, type IdbStore, type IdbStoreOptions, type StoreEstimate } from "./idb-store.ts";
export type { OnNotice, StoreNotice } from "./store-notice.ts";
