import type { RunEvent } from "../contracts/run-event.ts";
import { initialTranscript, type Transcript } from "../loop/transcript.ts";
import {
  type JournalStore,
  RECORD_VERSION,
  type RequestRecord,
  type RunCommand,
  type RunRecord,
  type RunSnapshot,
  type TurnRecord,
} from "./journal.ts";
import type { JournalWriter } from "./journal-writer.ts";
import { recover } from "./recover.ts";
import { unsettled } from "./run-record.ts";

/** How many turns are read at first, and how many more each time older ones are asked for. */
export const TURN_PAGE = 50;

/** How many turns are read with each change: what is known is not read again, and mostly there is one more. */
const NEWS = 8;

/** A run as this tab last read it in the store. Turns that were read once keep their identity. */
export class StoredRun {
  readonly runId: string;
  readonly #store: JournalStore;
  readonly #at = new Map<number, number>();
  #turns: readonly TurnRecord[] = [];
  record: RunRecord | undefined;
  /** As it was before the run was found missing. */
  #lastRecord: RunRecord | undefined;
  transcript: Transcript = initialTranscript();
  requests: readonly RequestRecord[] = [];
  commands: readonly RunCommand[] = [];
  tail: readonly RunEvent[] = [];
  /** It was looked for and not found. */
  missing = false;
  /** Some tab drives it. */
  driven = false;

  constructor(runId: string, store: JournalStore) {
    this.runId = runId;
    this.#store = store;
  }

  /** When a turn was settled, in milliseconds since the epoch, where that is known. */
  at(index: number): number | undefined {
    return this.#at.get(index);
  }

  /** Since when an Answer or a command that a driver takes at once lies there, in milliseconds since the epoch. */
  get waitsSince(): number | undefined {
    const { record } = this;
    // A message waits until the run has come to rest.
    const atOnce = this.commands.filter(({ type }) => type === "cancel" || (record && !isLive(record)));
    const times = [
      ...this.requests.flatMap(({ state, answeredAt }) => (state === "answered" ? [answeredAt ?? 0] : [])),
      ...atOnce.map(({ at }) => at),
    ];
    return times.length === 0 ? undefined : Math.min(...times);
  }

  noteTurn(index: number, at: number): void {
    this.#at.set(index, at);
  }

  /** Reads what is shown: one moment of the run. @throws StoreError, and HoldpointError `damaged` once it has read. */
  async read(): Promise<void> {
    const isKnown = this.#turns.length > 0;
    const snapshot = await this.#store.load(this.runId, { turnLimit: isKnown ? NEWS : TURN_PAGE });
    const between = snapshot === undefined ? [] : await this.#readBetween(snapshot.turns[0]?.index ?? 0);
    this.missing = snapshot === undefined;
    if (snapshot === undefined) {
      this.#lastRecord = this.record ?? this.#lastRecord;
      this.record = undefined;
    }
    // What was read before this tab wrote more is older than what it knows.
    if (snapshot === undefined || snapshot.record.nextSeq < (this.record?.nextSeq ?? 0)) return;
    this.record = snapshot.record;
    this.requests = snapshot.requests;
    this.commands = snapshot.commands;
    this.tail = snapshot.tail;
    const isAtWork = isLive(snapshot.record) || snapshot.commands.length > 0;
    this.driven = isAtWork && (await this.#store.isDriven(this.runId));
    this.#remember([...between, ...snapshot.turns]);
    // What is settled can be read even where the rest is damaged.
    const turns = this.#turns.map(({ turn }) => turn);
    this.transcript = initialTranscript(turns, this.#turns[0]?.index ?? 0);
    this.transcript = recover({ ...snapshot, turns: this.#turns });
  }

  /** Turns after those that are known and before `index`; where much was missed, the last of them. */
  async #readBetween(index: number): Promise<readonly TurnRecord[]> {
    const last = this.#turns.at(-1);
    if (last === undefined || last.index + 1 >= index) return [];
    const missed = index - last.index - 1;
    return this.#store.loadTurns(this.runId, index, Math.min(missed, Math.max(TURN_PAGE, this.#turns.length)));
  }

  /** Commands that this tab has consumed are not read again to find out. */
  forget(consumed: readonly string[] | undefined): void {
    if (consumed !== undefined) this.commands = this.commands.filter(({ id }) => !consumed.includes(id));
  }

  /** Reads one more page of older turns; `false` when there is none. */
  async readOlder(): Promise<boolean> {
    const first = this.#turns[0]?.index ?? 0;
    if (first === 0) return false;
    this.#remember([...(await this.#store.loadTurns(this.runId, first, TURN_PAGE)), ...this.#turns]);
    return true;
  }

  /** Takes over what this tab has driven: what is shown stays the same object, and never goes back in time. */
  adopt(driven: JournalWriter): void {
    const { record, transcript, requests, tail } = driven;
    this.record = record;
    this.transcript = transcript;
    this.requests = requests;
    this.tail = tail;
    this.#turns = this.#recordsOf(transcript);
  }

  /**
   * The run as this tab holds it, without a look at the store, what its own driver could not write included.
   * `undefined` where some of it was never read.
   */
  inMemory(driven: JournalWriter | undefined): RunSnapshot | undefined {
    const {
      record = this.record ?? this.#lastRecord,
      tail = this.tail,
      requests = this.requests,
      unwritten,
    } = driven ?? {};
    const turns = driven === undefined ? this.#turns : this.#recordsOf(driven.transcript);
    if (record === undefined || (turns[0]?.index ?? 0) > 0) return undefined;
    const { commands } = this;
    if (unwritten === undefined) return { record, turns, tail, requests, commands };
    const asked = new Map([...requests, ...(unwritten.requests ?? [])].map((each) => [each.requestId, each]));
    return {
      record: unwritten.record,
      turns: [...turns, ...(unwritten.turns ?? [])],
      tail: unsettled([...tail, ...unwritten.events], unwritten.record),
      requests: [...asked.values()].filter(({ state }) => state === "open" || state === "answered"),
      commands: commands.filter(({ id }) => !unwritten.consumed?.includes(id)),
    };
  }

  #recordsOf({ turns, firstIndex }: Transcript): readonly TurnRecord[] {
    const { runId } = this;
    return turns.map((turn, position) => {
      const index = firstIndex + position;
      return { v: RECORD_VERSION, runId, index, at: this.#at.get(index) ?? 0, turn };
    });
  }

  /** Settled turns never change: the ones we have stay, whatever page was read. */
  #remember(read: readonly TurnRecord[]): void {
    const known = new Map(this.#turns.map((record) => [record.index, record]));
    for (const record of read) if (!known.has(record.index)) known.set(record.index, record);
    const records = [...known.values()].sort((left, right) => left.index - right.index);
    const gap = records.findLastIndex((record, position) => record.index !== (records[position - 1]?.index ?? -1) + 1);
    this.#turns = gap <= 0 ? records : records.slice(gap);
    for (const { index, at } of records) this.#at.set(index, at);
  }
}

/** Whether a command sets a run at rest going. */
export function setsGoing(command: RunCommand, { status }: RunRecord): boolean {
  return command.type !== "message" || command.held !== true || status !== "failed";
}

/** Whether a run is in the middle of something. */
export function isLive({ status }: RunRecord): boolean {
  return status === "running" || status === "paused";
}
