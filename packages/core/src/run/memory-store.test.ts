import { storeSuite } from "@holdpoint/testing/suites";
import { createMemoryStore } from "./memory-store.ts";

storeSuite("memory store", () => {
  const first = createMemoryStore();
  return { open: () => first.fork() };
});
