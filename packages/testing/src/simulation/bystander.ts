import type { RequestRecord } from "@holdpoint/core";
import { decide } from "../durability/person.ts";
import type { SimulatedPage } from "./simulated-page.ts";
import type { World } from "./world.ts";

/** How long it takes a person to look into a doubt, or to see that nothing moves, in milliseconds. */
const LOOKING_MS = 2_000;

/** How long somebody who is slow leaves what may expire, in milliseconds. */
const SLOW_MS = 180_000;

/** The person at the machine: begins the run, answers what is open, at whatever page is looked at. */
export class Bystander {
  readonly #world: World;
  /** What is being done at which page. */
  readonly #doing = new Set<string>();
  /** When a Request, or that nothing moves, was first seen. */
  readonly #seen = new Map<string, number>();
  /** Lets Requests that expire do so. */
  readonly #isSlow: boolean;

  constructor(world: World, habits: { readonly isSlow?: boolean } = {}) {
    this.#world = world;
    this.#isSlow = habits.isSlow ?? false;
  }

  /** Does what there is to do at a page; a choice among several Requests is left to chance. */
  lookAt(page: SimulatedPage): void {
    const { scenario, disk, random, usablePages } = this.#world;
    const { status, pending, stalled } = page.view;
    const epoch = disk.commits.at(-1)?.epoch ?? 0;
    const open = pending.filter((record) => this.#canDecide(record));
    const record = open[Math.floor(random() * open.length)];
    if (status === "missing") {
      if (disk.commits.length === 0 && !usablePages.some(({ isStarting }) => isStarting)) page.start();
    } else if (stalled && this.#hasSeenFor(LOOKING_MS, `page ${page.id} stall ${epoch}`)) {
      this.#once(page, "take over", () => page.run.takeOver());
    } else if (status === "failed" && scenario.retries) {
      this.#once(page, "retry", () => page.run.retry());
    } else if (record !== undefined && scenario.cancels) {
      this.#once(page, "cancel", () => page.run.cancel());
    } else if (record !== undefined) {
      this.#once(page, record.requestId, () => this.#answer(page, record));
    }
  }

  /** Changes their mind about an Answer, while it is not acted on. */
  takeBack(page: SimulatedPage): void {
    const [requestId] = this.#world.disk.accepted.keys();
    if (requestId !== undefined) this.#once(page, "take back", () => page.runs.retractAnswer(requestId));
  }

  /** What became of a call is said after a look at the world, and not while its request is still on its way there. */
  #canDecide({ requestId, request }: RequestRecord): boolean {
    if (request.expiresAt !== undefined) return !this.#isSlow || this.#hasSeenFor(SLOW_MS, requestId);
    if (request.kind !== "in_doubt") return true;
    return this.#hasSeenFor(LOOKING_MS, requestId) && !this.#world.post.has("server");
  }

  #hasSeenFor(durationMs: number, what: string): boolean {
    const { elapsedMs } = this.#world;
    const since = this.#seen.get(what) ?? elapsedMs;
    this.#seen.set(what, since);
    return elapsedMs - since >= durationMs;
  }

  async #answer(page: SimulatedPage, record: RequestRecord): Promise<unknown> {
    const answer = await decide(record, (key) => this.#hasHappened(key));
    // Who answered can be told afterwards; what a question is answered, the model reads as it is.
    const isRead = record.request.kind === "question";
    const data = isRead ? answer.data : { ...(answer.data as object), by: page.id };
    return page.run.answer(record.requestId, { ...answer, data });
  }

  #hasHappened(key: string): boolean {
    return this.#world.effects.some((effect) => effect.key === key);
  }

  #once(page: SimulatedPage, what: string, run: () => Promise<unknown>): void {
    const doing = `${page.id} ${what}`;
    if (this.#doing.has(doing)) return;
    this.#doing.add(doing);
    this.#world.tell(`* a person at page ${page.id}: ${what}`);
    page.act(run().finally(() => this.#doing.delete(doing)));
  }
}
