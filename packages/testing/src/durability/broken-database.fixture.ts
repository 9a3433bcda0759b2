import "fake-indexeddb/auto";

/** What goes wrong with the browser's database, at every use of it until it is mended. */
export const AILMENTS = [
  "throw on open",
  "open hangs",
  "hang",
  "blocked",
  "closed",
  "abort at commit",
  "quota",
  "commit unknown",
  "slow",
] as const;

/** One of {@link AILMENTS}. */
export type Ailment = (typeof AILMENTS)[number];

/** How long a slow commit takes, in milliseconds: longer than a driver trusts that it still drives. */
const SLOW_MS = 1_500;

/** What the fake's transaction has beside the standard: it takes back what it wrote, and fires `abort` with this error. */
interface FakeTransaction extends IDBTransaction {
  _abort(errorName: string): void;
}

/** A moment at which all of a transaction's requests have succeeded, and its end can still be another one. */
type Ending = (transaction: FakeTransaction, complete: () => void, tellFailure: () => void) => void;

const ENDINGS: Partial<Record<Ailment, Ending>> = {
  "abort at commit": (transaction) => transaction._abort("AbortError"),
  quota: (transaction) => transaction._abort("QuotaExceededError"),
  "commit unknown": (_transaction, _complete, tellFailure) => tellFailure(),
  slow: (_transaction, complete) => void setTimeout(complete, SLOW_MS),
};

/** The fake IndexedDB of this process, which can be made to fail as a browser's does. */
export class BrokenDatabase {
  readonly #transaction = IDBDatabase.prototype.transaction;
  readonly #open = IDBFactory.prototype.open;
  #ailment: Ailment | undefined;

  constructor() {
    const own = this;
    IDBDatabase.prototype.transaction = function (...given) {
      const begin = (): IDBTransaction => own.#transaction.apply(this, given);
      // The fake begins its upgrades here too, and those end with the opening.
      return (given[1] as string | undefined) === "versionchange" ? begin() : own.#begin(this, begin);
    };
    IDBFactory.prototype.open = function (...given) {
      return own.#openAs(() => own.#open.apply(this, given));
    };
  }

  get isSound(): boolean {
    return this.#ailment === undefined;
  }

  break(ailment: Ailment): void {
    this.#ailment = ailment;
  }

  mend(): void {
    this.#ailment = undefined;
  }

  restore(): void {
    IDBDatabase.prototype.transaction = this.#transaction;
    IDBFactory.prototype.open = this.#open;
  }

  #begin(database: IDBDatabase, begin: () => IDBTransaction): IDBTransaction {
    const ailment = this.#ailment;
    if (ailment === "closed" || ailment === "throw on open" || ailment === "open hangs" || ailment === "blocked") {
      database.close();
      throw new DOMException("The database connection is closing.", "InvalidStateError");
    }
    const transaction = begin() as FakeTransaction;
    if (ailment === "hang") keepBusy(transaction, () => this.#ailment === "hang");
    const ending = ailment && ENDINGS[ailment];
    if (ending !== undefined) endAs(transaction, ending);
    return transaction;
  }

  #openAs(open: () => IDBOpenDBRequest): IDBOpenDBRequest {
    switch (this.#ailment) {
      case "throw on open":
        throw new DOMException("Internal error opening backing store.", "UnknownError");
      case "open hangs":
        return new IDBOpenDBRequest();
      case "blocked": {
        const request = new IDBOpenDBRequest();
        setImmediate(() => request.dispatchEvent(fakeEvent("blocked")));
        return request;
      }
      default:
        return open();
    }
  }
}

/** It never comes to its end: there is always one more thing it asks for. */
function keepBusy(transaction: IDBTransaction, isBusy: () => boolean): void {
  const store = transaction.objectStore(transaction.objectStoreNames[0] ?? "");
  const ask = (): void => {
    store.count().onsuccess = () => {
      if (isBusy()) ask();
    };
  };
  ask();
}

function endAs(transaction: FakeTransaction, ending: Ending): void {
  const dispatch = transaction.dispatchEvent.bind(transaction);
  transaction.dispatchEvent = (event) => {
    if (event.type !== "complete") return dispatch(event);
    const tellFailure = (): void => {
      Object.defineProperty(transaction, "error", { value: new DOMException("It failed.", "UnknownError") });
      dispatch(fakeEvent("abort"));
    };
    ending(transaction, () => dispatch(event), tellFailure);
    return true;
  };
}

/** As the fake's own event targets want it. */
function fakeEvent(type: string): Event {
  const phases = { NONE: 0, CAPTURING_PHASE: 1, AT_TARGET: 2, BUBBLING_PHASE: 3, eventPhase: 0 };
  return { ...phases, type, initialized: true, dispatched: false, eventPath: [], bubbles: false } as unknown as Event;
}
