import type { ErrorRecord } from "../contracts/errors.ts";
import type { Answer, RaisedRequest } from "../contracts/request.ts";
import type { RunStatus } from "../contracts/run.ts";
import type { RunEvent, RunLimit } from "../contracts/run-event.ts";
import type { Turn, TurnPart } from "../contracts/turn.ts";
import type { Usage } from "../contracts/usage.ts";

/**
 * The version written into every record. History: 1 — first release.
 * A record of a newer version is refused (`store-newer`), never changed.
 */
export const RECORD_VERSION = 1;

/** What a store knows of a run without reading its turns. */
export interface RunRecord {
  readonly v: number;
  readonly runId: string;
  readonly agent: string;
  readonly model: string;
  /** A line for lists: the first words of the first message. */
  readonly title: string;
  readonly status: RunStatus;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Settled turns. */
  readonly turnCount: number;
  /** The next `seq`. */
  readonly nextSeq: number;
  /** Events below this `seq` are folded into turns and gone from the tail. */
  readonly settledSeq: number;
  readonly usage: Usage;
  /** Model calls since the last message of a person (for `maxTurns`). */
  readonly modelCalls: number;
  /** The last driver's number. A write with an older one is refused. */
  readonly epoch: number;
  readonly text?: string;
  readonly limit?: RunLimit;
  readonly error?: ErrorRecord;
  /** What the model sees in place of the turns before `from`, where a hook replaced them. */
  readonly context?: { readonly turns: readonly Turn[]; readonly from: number };
  /** Set for the run of a sub-agent: the call of its parent it works for. */
  readonly parent?: RunParent;
  /** Set for a branch: a message of another run was said anew. */
  readonly forkedFrom?: RunFork;
  /** Bytes of its settled turns with their attachments, roughly. One that several runs share counts in each. */
  readonly bytes?: number;
  /** The last commands that were consumed, newest last: one that comes again after a lost success is not obeyed twice. */
  readonly consumed?: readonly string[];
  /** Only in lists: what is stored of this run cannot be read, and was left as it is. What could be made out stands beside. */
  readonly unreadable?: ErrorRecord;
}

/** Where a branch goes away: before `turn` it is what that run is. */
export interface RunFork {
  /** The run that first had that turn; it may be gone. */
  readonly runId: string;
  /** The message of a person that is another one here. */
  readonly turn: number;
  /** The first of all its branches. */
  readonly root: string;
}

/** The call a sub-agent's run works for, and how many agents stand above it. */
export interface RunParent {
  readonly runId: string;
  readonly callId: string;
  readonly depth: number;
}

/** A settled turn in the store. */
export interface TurnRecord {
  readonly v: number;
  readonly runId: string;
  readonly index: number;
  readonly at: number;
  readonly turn: Turn;
}

/** `open` → `answered` (accepted, may be taken back) → `settled` (the loop has consumed it). `closed`: its run ended. */
export type RequestState = "open" | "answered" | "settled" | "closed";

/** A Request in the store, with all a prompt shows. Unknown fields of newer minor versions are kept. */
export interface RequestRecord extends RaisedRequest {
  readonly v: number;
  readonly requestId: string;
  readonly runId: string;
  readonly agent: string;
  readonly turn: number;
  readonly raisedAt: number;
  /** A sub-agent's own: its parent asks the person in its place, and the inbox shows that. */
  readonly escalated?: true;
  readonly state: RequestState;
  readonly answer?: Answer;
  readonly answeredAt?: number;
  /** The Answer let a tool run without asking again, and that was taken back. */
  readonly revoked?: true;
  /** Only in lists: what is stored of this Request cannot be read, and was left as it is. It cannot be answered here. */
  readonly unreadable?: ErrorRecord;
}

/** What a tab that does not drive may ask of the one that does. Kept in the store until consumed. */
export type RunCommand =
  | {
      readonly id: string;
      readonly type: "message";
      readonly parts: readonly TurnPart[];
      readonly at: number;
      /** It came with a run that was imported in the middle of its work: it starts nothing by itself. */
      readonly held?: true;
    }
  | { readonly id: string; readonly type: "cancel"; readonly reason?: string; readonly at: number }
  | { readonly id: string; readonly type: "retry"; readonly at: number };

/** One atomic step of a journal: all of it is on disk or none. */
export interface JournalBatch {
  readonly runId: string;
  /** The writer's epoch; older than the record's: refused with `stale-epoch`, nothing written. */
  readonly epoch: number;
  readonly events: readonly RunEvent[];
  /** The run record as it stands after these events. */
  readonly record: RunRecord;
  /** Turns that settled with these events. Tail events below `record.settledSeq` are deleted in the same step. */
  readonly turns?: readonly TurnRecord[];
  /** Requests raised, settled or closed by these events. */
  readonly requests?: readonly RequestRecord[];
  /** Payloads that these events refer to. Kept by content: an equal one is not written again. */
  readonly blobs?: readonly BlobRecord[];
  /** Commands consumed by these events. */
  readonly consumed?: readonly string[];
  /** Wait for the disk, not only for the browser (`durability: "strict"`). */
  readonly strict: boolean;
}

/** Bytes by content. */
export interface BlobRecord {
  /** SHA-256 of the bytes, lower-case hex. */
  readonly hash: string;
  readonly blob: Blob;
}

/** A run as it is opened: its record, the last page of turns, the unsettled tail, what is open and what waits. */
export interface RunSnapshot {
  readonly record: RunRecord;
  /** The last `turnLimit` settled turns, oldest first. */
  readonly turns: readonly TurnRecord[];
  /** Events from `record.settledSeq` on, in order. */
  readonly tail: readonly RunEvent[];
  /** Requests that are `open` or `answered`. */
  readonly requests: readonly RequestRecord[];
  readonly commands: readonly RunCommand[];
}

/** How an Answer fared. */
export type AnswerOutcome =
  | { readonly accepted: true; readonly record: RequestRecord }
  /** Somebody was first (or the Request closed): what was decided. Nothing changed. */
  | { readonly accepted: false; readonly record: RequestRecord }
  /** No such Request here. */
  | { readonly accepted: false; readonly record?: undefined };

/** What changed, never the data: a hint to read the store. */
export type StoreChange =
  | { readonly runId: string; readonly kind: "run" | "events" | "requests" | "commands" | "removed" }
  /** Hints may have been missed (a page back from the cache, a lost message): read again whatever is shown. */
  | { readonly runId?: undefined; readonly kind: "all" }
  /** This page went out of sight, and may be stopped or ended without another word: write what is held back. */
  | { readonly runId?: undefined; readonly kind: "hidden" }
  /** The store itself is in another {@link StoreCondition}, as far as this tab knows. */
  | { readonly runId?: undefined; readonly kind: "condition" };

/** What a store can do here. What is false is to be said to whoever relies on it. */
export interface StoreCapabilities {
  /** What is written survives a reload. */
  readonly durable: boolean;
  /** Drivers exclude each other over all tabs. When false, only epochs keep two tabs apart: drive in one tab only. */
  readonly locks: boolean;
  /** Other tabs are told of changes at once. When false, they find out by looking again every second or so. */
  readonly channel: boolean;
}

/**
 * Whether the browser keeps what is stored when its disk runs low. `unasked`: it was not asked yet; `refused`: it was, and
 * may delete all of it without a word; `unavailable`: it cannot be asked here.
 */
export type StorePersistence = "granted" | "refused" | "unasked" | "unavailable";

/** How the place where runs are kept is, for whoever shows that to a person. */
export interface StoreCondition {
  readonly persistence: StorePersistence;
  /** Bytes the site uses, with all its data, as the browser estimates it. */
  readonly usage?: number;
  /** Bytes the site may use, as the browser estimates it. */
  readonly quota?: number;
  /** What the store failed with last, until it works again. */
  readonly fault?: ErrorRecord;
}

/** What a sweep took away: bytes no run has any more, and records whose run is gone. */
export interface StoreSweep {
  readonly blobs: number;
  readonly records: number;
}

/** The right to drive one run. */
export interface DriverLease {
  readonly epoch: number;
  /** Aborted when the lease was taken away or the store let go: stop at once, write nothing more. */
  readonly lost: AbortSignal;
  /** Gives the run to the next who waits for it. */
  release(): Promise<void>;
}

/** How to ask for a lease. */
export interface DriveOptions {
  /** Stops waiting. */
  readonly signal?: AbortSignal;
  /** `wait` (default) until the driver is gone; `try` gives up at once; `steal` takes it from a driver that is frozen. */
  readonly mode?: "wait" | "try" | "steal";
}

/** Which runs. By the time they began, newest first. */
export interface RunFilter {
  readonly agent?: string;
  readonly status?: readonly RunStatus[];
  /** The runs of this run's sub-agents. @default runs that have no parent */
  readonly parent?: string;
  /** The branches of a run: those whose `forkedFrom.root` it is, and itself. */
  readonly root?: string;
  /** Also the runs of all sub-agents. @default false */
  readonly nested?: boolean;
  /** Only those that something waits for that was left with `enqueue`. @default false */
  readonly waiting?: boolean;
  readonly limit?: number;
}

/** Which Requests. Oldest first. @default those still open */
export interface RequestFilter {
  readonly runId?: string;
  readonly agent?: string;
  readonly state?: readonly RequestState[];
}

/**
 * Where durable runs live: the seam between runs and a database. Every write is done when it is on disk (its
 * transaction complete), all of it or none; what cannot be written throws a {@link StoreError} and changes nothing.
 * Making a store opens nothing; the first call does.
 */
export interface JournalStore {
  /** False for memory: the SDK then says that nothing survives a reload. */
  readonly durable: boolean;
  readonly capabilities: StoreCapabilities;
  /** A new run with its first events. @throws StoreError `invalid-record` when the id exists. */
  create(batch: JournalBatch): Promise<void>;
  /**
   * @throws StoreError `stale-epoch` when another driver took over, `unknown-run` when the run is gone,
   * `request-changed` when an Answer it settles was taken back or is another one: load again and go on from there,
   * `store-full`, and the others of a store. Nothing was written then. The same batch again changes nothing.
   */
  append(batch: JournalBatch): Promise<void>;
  /** One moment of a run, in one read transaction. */
  load(runId: string, options?: { readonly turnLimit?: number }): Promise<RunSnapshot | undefined>;
  /** Settled turns with `index < before`, the nearest `limit`, oldest first. */
  loadTurns(runId: string, before: number, limit: number): Promise<readonly TurnRecord[]>;
  /** A run's record; `undefined` when there is none. */
  getRun(runId: string): Promise<RunRecord | undefined>;
  /** Records of runs, newest first. */
  listRuns(filter?: RunFilter): Promise<readonly RunRecord[]>;
  /** Removes the run, its turns, tail, Requests and commands; blobs nothing refers to any more go too. */
  removeRun(runId: string): Promise<void>;
  /** A Request in any state; `undefined` when there is none. */
  getRequest(requestId: string): Promise<RequestRecord | undefined>;
  /** Requests, oldest first. */
  listRequests(filter?: RequestFilter): Promise<readonly RequestRecord[]>;
  /**
   * Accepts an Answer for an open Request; the first writer wins, in one transaction. The Answer has been checked. A
   * Request that expired by `at` answers itself `expired`, once and for good; any other Answer is then too late.
   */
  answer(requestId: string, answer: Answer, at: number): Promise<AnswerOutcome>;
  /**
   * Takes an accepted Answer back while the loop has not consumed it: `true` when it did. `expired` is final. Of one
   * that let a tool run without asking again it takes back that, at any time.
   */
  retractAnswer(requestId: string): Promise<boolean>;
  /** Leaves a command for whoever drives, with the payloads it refers to. */
  enqueue(runId: string, command: RunCommand, blobs?: readonly BlobRecord[]): Promise<void>;
  /** The bytes kept under a hash; `undefined` when there are none. */
  getBlob(hash: string): Promise<Blob | undefined>;
  /**
   * Becomes the driver of a run; raises its epoch. `undefined` when `try` found another driver.
   * @throws the signal's reason when waiting was stopped; StoreError `unknown-run` when there is no such run.
   */
  drive(runId: string, options?: DriveOptions): Promise<DriverLease | undefined>;
  /** Whether some tab drives the run now. */
  isDriven(runId: string): Promise<boolean>;
  /** Hears of changes, also of other tabs. Gives the way to stop. */
  subscribe(listener: (change: StoreChange) => void): () => void;
  /** How this place is. Absent where there is nothing to tell: memory. */
  condition?(): Promise<StoreCondition>;
  /** Asks the browser to keep what is stored, once in a session: whether it does. */
  persist?(): Promise<boolean>;
  /** Takes away what nothing refers to. There is none of it unless something went wrong. */
  sweep?(): Promise<StoreSweep>;
  /** Lets go of everything: its leases are lost, its listeners hear no more. */
  close(): Promise<void>;
}
