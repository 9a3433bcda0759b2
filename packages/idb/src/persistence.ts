import type { StorePersistence } from "@holdpoint/core/store";
import { toStoreError } from "./storage-errors.ts";
import { storageManager } from "./storage-manager.ts";

/** Where a refusal is remembered over reloads: for as long as the tab lives. */
const REFUSED_KEY = "holdpoint:persist-refused";

/** The answer counts for the whole site, so all stores of a page share it. */
let asking: Promise<boolean> | undefined;
let answer: boolean | undefined;

/**
 * Asks the browser to keep what this site stores, also when its disk runs low. A browser that refused is not asked
 * again in this session: it was told what is at stake, and some of them ask the person.
 *
 * @throws StoreError where asking fails
 */
export function askToPersist(): Promise<boolean> {
  asking ??= ask().finally(() => {
    asking = undefined;
  });
  return asking;
}

async function ask(): Promise<boolean> {
  const before = await persistence();
  if (before !== "unasked") return before === "granted";
  try {
    answer = (await storageManager()?.persist?.()) ?? false;
  } catch (error) {
    throw toStoreError(error);
  }
  if (!answer) remember();
  return answer;
}

/** What the browser says to that, as far as it was asked. Asks nobody. */
export async function persistence(): Promise<StorePersistence> {
  const manager = storageManager();
  // Workers may look, and not ask.
  if (manager?.persisted === undefined) return "unavailable";
  if (await manager.persisted()) return "granted";
  if (manager.persist === undefined) return "unavailable";
  return answer === false || isRemembered() ? "refused" : "unasked";
}

function isRemembered(): boolean {
  return withSession((session) => session.getItem(REFUSED_KEY) !== null) ?? false;
}

function remember(): void {
  withSession((session) => session.setItem(REFUSED_KEY, "1"));
}

/** Some pages have no session storage, or may not touch it: then a refusal is remembered until the next reload. */
function withSession<Value>(step: (session: Storage) => Value): Value | undefined {
  try {
    return step(sessionStorage);
  } catch {
    return undefined;
  }
}
