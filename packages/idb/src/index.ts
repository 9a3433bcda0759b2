export { createIdbStore, type IdbStore, type StoreEstimate } from "./idb-store.ts";
export type { IdbStoreOptions } from "./parts.ts";
export type { OnNotice, StoreNotice } from "./store-notice.ts";
