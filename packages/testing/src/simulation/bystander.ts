import type { RequestRecord } from "@holdpoint/core";
import { decide } from "../durability/person.ts";
import type { SimulatedPage } from "./simulated-page.ts";
import type { World } from "./world.ts";

/** The person at the machine: begins the run, answers what is open, at whatever page is looked at. */
export class Bystander {
  readonly #world: World;
  /** What is being done at which page. */
  readonly #doing = new Set<string>();
  /** Lets Requests that expire do so. */
  readonly #isSlow: boolean;

  constructor(world: World, habits: { readonly isSlow?: boolean } = {}) {
    this.#world = world;
    this.#isSlow = habits.isSlow ?? false;
  }

  /** Does what there is to do at a page; a choice among several Requests is left to chance. */
  lookAt(page: SimulatedPage): void {
    const { scenario, disk, random, livePages } = this.#world;
    const { status, pending } = page.view;
    const open = pending.filter((record) => this.#canDecide(record));
    const record = open[Math.floor(random() * open.length)];
    if (status === "missing") {
      if (disk.commits.length === 0 && !livePages.some(({ isStarting }) => isStarting)) page.start();
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

  /** Nobody says what became of a call while its request is on the way, or a page that may still make it sleeps. */
  #canDecide({ request }: RequestRecord): boolean {
    if (request.expiresAt !== undefined && this.#isSlow) return false;
    if (request.kind !== "in_doubt") return true;
    const { post, pages } = this.#world;
    return !post.has("server") && !post.has("lock") && !pages.some(({ isAlive, isFrozen }) => isAlive && isFrozen);
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
