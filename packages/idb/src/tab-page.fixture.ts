import { createBatchWriter, textFact } from "@holdpoint/testing/suites";
import { createIdbStore } from "./idb-store.ts";

/** What a page of the tabs test can be told to do. */
const tools = { createIdbStore, createBatchWriter, textFact };

declare global {
  interface Window {
    holdpoint: typeof tools;
  }
}

window.holdpoint = tools;
