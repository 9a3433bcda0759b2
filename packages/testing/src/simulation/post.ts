/**
 * The ways things come to a page, or leave it:
 *
 * - `disk`: a step on its way to the store; `reply`: what the store says back. Both in order, as of one connection;
 * - `feed`: a hint from another tab; `lock`: the news that somebody took a lock. In any order;
 * - `net`: what comes from model and tool servers; `timer`: a timer that is due. In any order;
 * - `server`: a tool's request that has left the page and reaches its server whatever becomes of the page.
 */
export type Lane = "disk" | "reply" | "feed" | "lock" | "net" | "timer" | "server";

/** Something on its way. */
export interface Parcel {
  readonly page: number;
  readonly lane: Lane;
  readonly deliver: () => void;
  /** In words, for whoever follows a story. */
  readonly what: string;
}

const IN_ORDER: ReadonlySet<Lane> = new Set(["disk", "reply"]);

/** All that is on its way in a simulated world. Nothing in it comes by itself: somebody chooses what comes next. */
export class Post {
  #parcels: Parcel[] = [];

  put(parcel: Parcel): void {
    this.#parcels.push(parcel);
  }

  /** What may come next, oldest first: of lanes that keep order only the first. Pages that sleep get nothing. */
  ready(isAwake: (page: number) => boolean): readonly Parcel[] {
    const begun = new Set<string>();
    return this.#parcels.filter(({ page, lane }) => {
      if (lane !== "server" && !isAwake(page)) return false;
      if (!IN_ORDER.has(lane)) return true;
      const line = `${page} ${lane}`;
      if (begun.has(line)) return false;
      begun.add(line);
      return true;
    });
  }

  /** The oldest that may come next. */
  next(isAwake: (page: number) => boolean): Parcel | undefined {
    // The oldest of all is the first in its own line.
    return this.#parcels.find(({ page, lane }) => lane === "server" || isAwake(page));
  }

  /** Takes a parcel out, to be delivered or lost. */
  take(parcel: Parcel): Parcel {
    this.#parcels.splice(this.#parcels.indexOf(parcel), 1);
    return parcel;
  }

  /** Takes out all of one page. */
  takeOf(page: number): readonly Parcel[] {
    const taken = this.#parcels.filter((parcel) => parcel.page === page);
    this.#parcels = this.#parcels.filter((parcel) => parcel.page !== page);
    return taken;
  }

  has(lane: Lane): boolean {
    return this.#parcels.some((parcel) => parcel.lane === lane);
  }
}
