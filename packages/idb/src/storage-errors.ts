import { type ErrorCode, HoldpointError, StoreError } from "@holdpoint/core/store";

/** What each failure of the browser's storage means; a name that is missing here may pass when tried again. */
const MEANINGS: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  QuotaExceededError: [
    "store-full",
    "The disk space this site may use is full. Nothing was written. Remove old runs or free space, then try again.",
  ],
  VersionError: [
    "store-newer",
    "A newer version of this page has upgraded the database. Nothing was changed. Reload this page.",
  ],
  SecurityError: [
    "store-unavailable",
    "The browser denies storage to this page or frame. Open the page by itself, or allow its site data.",
  ],
  DataCloneError: ["invalid-record", "Nothing was written: a value is no plain data."],
  DataError: ["invalid-record", "Nothing was written: a key of a record is missing or no valid key."],
  ConstraintError: ["invalid-record", "Nothing was written: a record with this key exists."],
  NotFoundError: [
    "store-unavailable",
    "The database lacks a part it should have; another program may use the same name. Give the store another name.",
  ],
  NotReadableError: ["invalid-record", "Nothing was written: a file changed or went away while it was stored."],
};

/** Whether it may pass with a fresh connection: the handle was dead, the browser's storage process restarted, and such. */
export function isTransient(error: unknown): boolean {
  return !HoldpointError.is(error) && !Object.hasOwn(MEANINGS, nameOf(error)) && !(error instanceof RangeError);
}

/** The typed error for anything thrown on the way to the disk. Errors of ours pass as they are. */
export function toStoreError(error: unknown): HoldpointError {
  if (HoldpointError.is(error)) return error;
  // Structured clone fails on deep values with a bare RangeError.
  const name = error instanceof RangeError ? "DataCloneError" : nameOf(error);
  const [code, message] = (Object.hasOwn(MEANINGS, name) && MEANINGS[name]) || [
    "store-unavailable" as const,
    `The browser's database failed (${name}). Nothing was written. Try again; if it stays so, restart the browser.`,
  ];
  return new StoreError(code, message, { cause: error });
}

/** No IndexedDB in this place at all. */
export function noDatabase(): StoreError {
  return new StoreError(
    "store-unavailable",
    "There is no IndexedDB here (some browsers have none in private mode). Use createMemoryStore() and tell the person that nothing survives a reload.",
  );
}

/** All that was stored is gone, while this page was open. */
export function emptied(): StoreError {
  return new StoreError(
    "store-emptied",
    "What was kept here has been deleted, by the browser for want of room or by clearing this site's data. What this page still shows is lost when it is closed; new runs are kept again.",
  );
}

function nameOf(error: unknown): string {
  return error instanceof Error || error instanceof DOMException ? error.name : "unknown error";
}
