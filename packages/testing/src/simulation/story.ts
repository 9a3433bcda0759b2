import type { RunView } from "@holdpoint/core";
import { audit } from "../durability/audit.ts";
import { isOver } from "../durability/person.ts";
import { isSameTranscript, plainTranscript } from "../durability/plain-transcript.ts";
import type { Scenario } from "../durability/scenario.ts";
import { seededRandom } from "../seeded-random.ts";
import { Bystander } from "./bystander.ts";
import type { Write } from "./simulated-disk.ts";
import type { SimulatedPage } from "./simulated-page.ts";
import { steadyPlatform } from "./steady-platform.ts";
import { type KillPoint, World, type WorldOptions } from "./world.ts";

/** How long followers have to see what they were not told of, in milliseconds. */
const TO_CATCH_UP_MS = 2_500;

/** How long a person looks at a run that does not move before they take it over, in milliseconds. */
const PATIENCE_MS = 20_000;

/** What a person does who lets a run go on that was cancelled. */
export const RETRY = "the run is tried again";

/** How a story went. */
export interface StoryEnd {
  /** What broke a promise, in words; empty when all went well. */
  readonly problems: readonly string[];
  /** What was said and done, as a page that opens afterwards shows it. */
  readonly transcript: readonly string[];
  readonly world: World;
}

/** What happens between the pages' opening and the calm in which all must come to its end. */
export type Plot = (world: World, person: Bystander) => Promise<void>;

/** A story's numbers and names. */
export interface StoryOptions extends Pick<WorldOptions, "hintCount" | "tell"> {
  readonly scenario: Scenario;
  readonly seed?: number;
  /** Shared by plot and world. @default made of the seed */
  readonly random?: () => number;
  /** The transcripts it may end with. Not given: any. */
  readonly expected?: readonly (readonly string[])[];
  readonly isSlow?: boolean;
  /** Whether a page shows that all is over. @default as the scenario ends */
  readonly isOver?: (view: RunView) => boolean;
  /** Rejections nobody handled since this was last asked. */
  readonly unhandled?: () => readonly unknown[];
}

/** Plays a scenario with all that the plot does to it, then lets it come to its end, and looks for broken promises. */
export async function playStory(options: StoryOptions, plot: Plot): Promise<StoryEnd> {
  const { scenario, seed = 1, random = seededRandom(seed), hintCount, tell, isSlow = false } = options;
  const platform = steadyPlatform(seededRandom(seed));
  try {
    const { settle } = platform;
    const world = new World({ scenario, random, settle, ...(hintCount && { hintCount }), ...(tell && { tell }) });
    const person = new Bystander(world, { isSlow });
    if (scenario.before !== undefined) {
      const { step, dies } = scenario.before;
      const first = world.openPage({ at: step, when: dies });
      await world.play(() => !first.isAlive, { person });
    }
    await plot(world, person);
    return await conclude(world, person, options);
  } finally {
    platform.restore();
  }
}

/** Nothing goes wrong. */
export const undisturbed: Plot = async (world) => {
  world.openPage();
};

/** The page dies at a point. */
export function killedAt(kill: KillPoint): Plot {
  return async (world, person) => {
    const page = world.openPage(kill);
    const isLeft = () => isOver(world.scenario, page.view) && world.ready().length === 0;
    await world.play(() => !page.isAlive || isLeft(), { person });
    if (page.isAlive) world.problems.push("the page was never killed");
  };
}

/** The writes of the page under test when nothing goes wrong: each is a point to die before or after. */
export async function writesOf(scenario: Scenario): Promise<readonly Write[]> {
  const { world } = await playStory({ scenario }, undisturbed);
  const page = world.pages[scenario.before === undefined ? 0 : 1]?.id;
  return world.disk.writes.filter((write) => write.page === page);
}

async function conclude(world: World, person: Bystander, options: StoryOptions): Promise<StoryEnd> {
  const { scenario, disk, effects, problems } = world;
  const { expected, unhandled } = options;
  world.tell("* calm");
  const thawAll = () => {
    for (const page of world.livePages) page.thaw();
  };
  const isAsleep = () => world.livePages.some(({ isFrozen }) => isFrozen);
  // Sleepers may wake only when all is over.
  if (world.random() < 0.3) thawAll();
  if (world.usablePages.length === 0) world.openPage();
  const isAtEnd = options.isOver ?? ((view: RunView) => isOver(scenario, view));
  const isDone = () => world.usablePages.some(({ view }) => isAtEnd(view));
  for (let patience = 0; patience < 20 && isAsleep() && !isDone(); patience += 1) {
    // Not every sleeper is shown as such: a person takes a run from one when nothing moves.
    if (patience > 0) await takeOver(world);
    await world.play(isDone, { person, forMs: PATIENCE_MS });
  }
  if (!(await world.play(isDone, { person }))) {
    const shown = world.usablePages.map(({ id, view }) => `page ${id} ${view.status} ${view.role}`);
    problems.push(`it does not come to its end: ${shown.join(", ")}`);
  }
  thawAll();
  await world.play(() => false, { forMs: TO_CATCH_UP_MS });
  // What a sleeper had been asked may have set the run going again.
  await world.play(isDone, { person });
  await world.play(() => false, { forMs: TO_CATCH_UP_MS });
  const reader = world.openPage();
  await world.play(() => reader.view.status !== "loading" && world.ready().length === 0);
  for (const page of world.usablePages) compareViews(page, reader, problems);

  for (const event of disk.commits.flatMap(({ events }) => events)) {
    if (event.type === "request.raised" && event.origin === "in_doubt") world.count("a doubt is put to a person");
  }
  const accepted = [...disk.accepted.values()];
  const isRetried = world.tally.has(RETRY);
  problems.push(...disk.problems, ...audit({ commits: disk.commits, effects, accepted, isRetried }));
  const isDoubted = disk.holds((event) => event.type === "request.raised" && event.origin === "in_doubt");
  const transcript = plainTranscript(reader.view);
  if (expected !== undefined && !expected.some((one) => isSameTranscript(one, transcript, isDoubted))) {
    problems.push(`it ends with another transcript:\n${transcript.join("\n")}`);
  }
  for (const page of world.livePages) page.die();
  await world.settle();
  problems.push(...(unhandled?.() ?? []).map((reason) => `nobody handled ${describe(reason)}`));
  return { problems, transcript, world };
}

async function takeOver(world: World): Promise<void> {
  const page = world.usablePages.find(({ view }) => view.role !== "driver");
  page?.act(page.run.takeOver());
  await world.settle();
}

/** A tab that was there all along shows what one shows that opens now. */
function compareViews(page: SimulatedPage, reader: SimulatedPage, problems: string[]): void {
  for (const field of ["status", "turns", "pending", "usage", "error", "queued", "limit", "title"] as const) {
    const [shown, stored] = [JSON.stringify(page.view[field]), JSON.stringify(reader.view[field])];
    if (shown !== stored) problems.push(`page ${page.id} shows ${field} ${shown}\nwhere the store holds ${stored}`);
  }
}

function describe(reason: unknown): string {
  return reason instanceof Error ? (reason.stack ?? reason.message) : String(reason);
}
