// For those who write a JournalStore: the rules every store keeps, and leases over any kind of lock.
export { type ErrorCode, type ErrorRecord, HoldpointError, StoreError } from "./contracts/errors.ts";
export { codeUnderWay, expectCode, loadCode } from "./contracts/load-code.ts";
export type { Answer } from "./contracts/request.ts";
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
  type RunFork,
  type RunRecord,
  type RunSnapshot,
  type StoreCapabilities,
  type StoreChange,
  type StoreCondition,
  type StorePersistence,
  type StoreSweep,
  type TurnRecord,
} from "./run/journal.ts";
export { createLocalLocks } from "./run/local-locks.ts";
export type { RequestStore } from "./run/source/request-store.ts";
export {
  byNewest,
  byRaised,
  checkRequest,
  checkRun,
  checkVersion,
  closedStore,
  listedRequest,
  listedRun,
  matchesRun,
  readableCommands,
  readableEvents,
  readableTurns,
  statesOf,
  takenOver,
  unknownRun,
} from "./run/store-rules.ts";
export {
  checkAppend,
  checkBatch,
  checkCreate,
  checkEnqueue,
  checkPlain,
  checkRemove,
  cloneError,
  decideAnswer,
  decideRetract,
  isListed,
  mergeRequest,
  recordOf,
} from "./run/write-rules.ts";
