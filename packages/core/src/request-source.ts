// Requests that live elsewhere: sources of them, and what a server needs to be one.

export { isOrigin } from "./primitives/is-origin.ts";
export type { ExchangeOptions } from "./run/source/exchange.ts";
export { createHttpSource, type HttpSourceOptions } from "./run/source/http-source.ts";
export { createLocalSource } from "./run/source/local-source.ts";
export { type PublishOptions, publishRequests } from "./run/source/publish-requests.ts";
export { type ReadRecord, readRecord as readRequestRecord } from "./run/source/read-record.ts";
export {
  type BoardEntries,
  type BoardEntry,
  createRequestBoard,
  type RequestBoard,
  type RequestBoardOptions,
} from "./run/source/request-board.ts";
export {
  type Authorize,
  createRequestHandler,
  type RequestHandlerOptions,
  type SourceAccess,
  type SourceGrant,
} from "./run/source/request-handler.ts";
export type { RequestSource, SourceAnswerOptions, SourceState } from "./run/source/request-source.ts";
export type { RequestStore } from "./run/source/request-store.ts";
export { shownDigest } from "./run/source/shown-digest.ts";
