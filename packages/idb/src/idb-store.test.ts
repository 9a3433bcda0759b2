import "fake-indexeddb/auto";
import { storeSuite } from "@holdpoint/testing/suites";
import { deleteDB } from "idb";
import { createIdbStore } from "./idb-store.ts";

let count = 0;

storeSuite("idb store on a fake IndexedDB", () => {
  count += 1;
  const name = `suite-${count}`;
  return { open: () => createIdbStore({ name }), remove: () => deleteDB(name) };
});
