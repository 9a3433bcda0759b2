import { AnswerError, type AnswerOutcome, HoldpointError, type RequestRecord, type StoreChange } from "@holdpoint/core";
import { type RequestSource, readRequestRecord, shownDigest } from "@holdpoint/core/request-source";
import { own, type RelayCall } from "./embed-protocol.ts";

/** A page that is gone is waited for so long, in milliseconds. */
const PATIENCE_MS = 15_000;

/** The Requests of the page around this one, asked for over a session. */
export interface RelaySource extends RequestSource {
  /** The other side has answered a call. */
  onReply(id: number, value: unknown): void;
  onRefusal(id: number, code: string, message: string): void;
  /** The other side says that something changed. */
  onChange(): void;
}

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

export function createRelaySource(send: (id: number, call: RelayCall) => void): RelaySource {
  const waiting = new Map<number, Waiting>();
  const listeners = new Set<(change: StoreChange) => void>();
  let calls = 0;

  function ask(call: RelayCall): Promise<unknown> {
    calls += 1;
    const id = calls;
    return new Promise<unknown>((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(id);
        reject(
          new HoldpointError(
            "source-unreachable",
            "It was not delivered: the page around this one did not answer. Try again; what was sent twice counts once.",
          ),
        );
      }, PATIENCE_MS);
      const end = (): void => {
        clearTimeout(timer);
        waiting.delete(id);
      };
      waiting.set(id, {
        resolve: (value) => {
          end();
          resolve(value);
        },
        reject: (error) => {
          end();
          reject(error);
        },
      });
      send(id, call);
    });
  }

  async function get(requestId: string): Promise<RequestRecord | undefined> {
    const value = await ask({ method: "get", requestId });
    return value === null ? undefined : recordOf(value);
  }

  return {
    async list(filter) {
      const value = await ask({ method: "list" });
      if (!Array.isArray(value)) throw unreadable("its list is no list");
      const records = await Promise.all(value.map(recordOf));
      const states = filter?.state ?? ["open"];
      return records.filter(({ state }) => states.includes(state));
    },
    get,
    watch(listener, onState) {
      onState?.({ connected: true });
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    async answer(requestId, answer, options): Promise<AnswerOutcome> {
      let digest = options?.digest;
      if (digest === undefined) {
        const record = await get(requestId);
        digest = record === undefined ? "" : shownDigest(record);
      }
      const value = await ask({ method: "answer", requestId, answer, digest });
      const isOutcome = typeof value === "object" && value !== null && typeof own(value, "accepted") === "boolean";
      if (!isOutcome) throw unreadable("it did not say how the answer fared");
      const record = own(value, "record");
      if (record === undefined) return { accepted: false };
      return { accepted: own(value, "accepted") === true, record: await recordOf(record) };
    },
    retract: async (requestId) => (await ask({ method: "retract", requestId })) === true,
    onReply: (id, value) => waiting.get(id)?.resolve(value),
    onRefusal: (id, code, message) =>
      waiting.get(id)?.reject(new AnswerError(isAnswerCode(code) ? code : "internal", message)),
    onChange() {
      for (const listener of [...listeners]) listener({ kind: "all" });
    },
  };
}

const codes = ["answer-invalid", "answer-mismatch", "request-expired", "unknown-request"] as const;

function isAnswerCode(code: string): code is (typeof codes)[number] {
  return (codes as readonly string[]).includes(code);
}

async function recordOf(value: unknown): Promise<RequestRecord> {
  const read = await readRequestRecord(value);
  if (!read.ok) throw unreadable(`${read.problem} (${read.path})`);
  return read.record;
}

function unreadable(what: string): HoldpointError {
  return new HoldpointError("source-unreadable", `The page around this one gave what cannot be read: ${what}.`);
}
