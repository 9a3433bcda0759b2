// contracts
export type {
  AudioContent,
  BlobContent,
  ContentPart,
  FileContent,
  ImageContent,
  MediaContent,
  TextContent,
  TurnContent,
} from "./contracts/content-part.ts";
export {
  AnswerError,
  ContentPartError,
  EndpointError,
  type ErrorCode,
  type ErrorRecord,
  HoldpointError,
  StoreError,
} from "./contracts/errors.ts";
export type { JsonObject, JsonSchema } from "./contracts/json.ts";
export type {
  Answer,
  AnswerReason,
  RaisedRequest,
  Request,
  RequestCall,
  RequestKind,
  RequestOrigin,
} from "./contracts/request.ts";
export type { RunStatus } from "./contracts/run.ts";
export type { RunEvent, RunFact, RunLimit } from "./contracts/run-event.ts";
export type {
  ContentTurnPart,
  FailedOutput,
  ReasoningPart,
  TextPart,
  ToolCallPart,
  ToolResultPart,
  Turn,
  TurnPart,
  TurnRole,
} from "./contracts/turn.ts";
export type { Usage } from "./contracts/usage.ts";
// primitives
export { type Clock, systemClock } from "./primitives/clock.ts";
export { sleep } from "./primitives/sleep.ts";
// run
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
export { createMemoryStore, type MemoryStore, type MemoryStoreOptions } from "./run/memory-store.ts";
export type { CallState, RunRole, RunView, ViewCallPart, ViewPart, ViewTurn } from "./run/view.ts";
