// For those who write a JournalStore: the rules every store keeps, and leases over any kind of lock.
export { type ErrorCode, HoldpointError, StoreError } from "./contracts/errors.ts";
export type { RunEvent } from "./contracts/run-event.ts";
export { createListeners, type Listeners } from "./primitives/listeners.ts";
export { createLeases, type DriverLeases, type DriverLocks, type HeldLock } from "./run/driver-leases.ts";
export {
  type AnswerOutcome,
  type BlobRecord,
  type DriveOptions,
  type DriverLease,
  type JournalBatch,
  type JournalStore,
  RECORD_VERSION,
  type RequestFilter,
  type RequestRecord,
  type RequestState,
  type RunCommand,
  type RunFilter,
  type RunRecord,
  type RunSnapshot,
  type StoreCapabilities,
  type StoreChange,
  type TurnRecord,
} from "./run/journal.ts";
export { createLocalLocks } from "./run/local-locks.ts";
export {
  byNewest,
  byRaised,
  checkAppend,
  checkBatch,
  checkCreate,
  checkEnqueue,
  checkPlain,
  checkVersion,
  cloneError,
  closedStore,
  decideAnswer,
  decideRetract,
  isListed,
  matchesRun,
  mergeRequest,
  recordOf,
  statesOf,
  takenOver,
  unknownRun,
} from "./run/store-rules.ts";
