import type { Bystander } from "./bystander.ts";
import { type Plot, RETRY } from "./story.ts";
import type { World } from "./world.ts";

const HOUR_MS = 3_600_000;

/** How many pages a person keeps open. */
const MAX_PAGES = 3;

/** How often an unkind thing happens, and how often a person looks, in a step. */
const TROUBLE = 0.06;
const GLANCE = 0.15;

/** A thing that can happen in the world, and how often it does against the others. */
interface Happening {
  readonly name: string;
  readonly weight: number;
  /** `false` when it cannot happen now. */
  readonly happen: (world: World, person: Bystander) => boolean;
}

const HAPPENINGS: readonly Happening[] = [
  {
    name: "a page dies",
    weight: 6,
    happen: (world) => withOne(world, world.livePages, (page) => page.die()),
  },
  {
    name: "a page is opened",
    weight: 6,
    happen(world) {
      if (world.livePages.length >= MAX_PAGES) return false;
      world.openPage();
      return true;
    },
  },
  {
    name: "a page lets go in good order",
    weight: 1,
    happen: (world) => withOne(world, world.usablePages, (page) => page.close()),
  },
  {
    name: "a page is frozen",
    weight: 2,
    happen: (world) => withOne(world, world.usablePages, (page) => page.freeze()),
  },
  {
    name: "a frozen page wakes",
    weight: 3,
    happen: (world) =>
      withOne(
        world,
        world.livePages.filter(({ isFrozen }) => isFrozen),
        (page) => page.thaw(),
      ),
  },
  {
    name: "somebody takes the run over",
    weight: 3,
    happen: (world) => withOne(world, world.usablePages, (page) => page.act(page.run.takeOver())),
  },
  {
    name: "the clock is set",
    weight: 1,
    happen(world) {
      world.jumpClock(HOUR_MS * (Math.floor(world.random() * 5) - 2));
      return true;
    },
  },
  {
    name: "two answer at once",
    weight: 3,
    happen(world, person) {
      for (const page of world.usablePages) person.lookAt(page);
      return world.usablePages.length > 1;
    },
  },
  {
    name: "an Answer is taken back",
    weight: 2,
    happen: (world, person) =>
      world.disk.accepted.size > 0 && withOne(world, world.usablePages, (page) => person.takeBack(page)),
  },
];

/** What people do who change their minds: how the run ends is then left to chance. */
const MEDDLING: readonly Happening[] = [
  {
    name: "the run is cancelled",
    weight: 2,
    happen: (world) => withOne(world, world.usablePages, (page) => page.act(page.run.cancel("enough"))),
  },
  {
    name: "a message is sent",
    weight: 2,
    happen: (world) => withOne(world, world.usablePages, (page) => page.act(page.run.send("go"))),
  },
  {
    name: RETRY,
    weight: 6,
    happen: (world) => {
      const among = world.usablePages.filter(({ view }) => view.status === "cancelled");
      return withOne(world, among, (page) => page.act(page.run.retry()));
    },
  },
];

/**
 * Things go wrong for a while, in an order that chance chooses: pages die, are opened, frozen and robbed, answers race,
 * the clock jumps, and of all that is on its way anything may come next.
 *
 * @param options.isMeddled people also cancel the run and send it messages
 */
export function chaos(steps: number, { isMeddled = false } = {}): Plot {
  const happenings = isMeddled ? [...HAPPENINGS, ...MEDDLING] : HAPPENINGS;
  return async (world, person) => {
    world.openPage();
    await world.settle();
    for (let step = 0; step < steps; step += 1) {
      const { random } = world;
      const dice = random();
      if (dice < TROUBLE) {
        const { name, happen } = pickHappening(world, happenings);
        const happened = happen(world, person);
        world.tell(`* ${name}${happened ? "" : ": not now"}`);
        if (happened) world.count(name);
      } else if (dice < TROUBLE + GLANCE) {
        withOne(world, world.usablePages, (page) => person.lookAt(page));
      } else {
        const ready = world.ready();
        const next = ready[Math.floor(random() * ready.length)];
        if (next !== undefined) {
          await world.deliver(next);
          continue;
        }
        if (!world.advance() && world.livePages.length === 0) world.openPage();
      }
      await world.settle();
    }
  };
}

function pickHappening({ random }: World, among: readonly Happening[]): Happening {
  let left = random() * among.reduce((sum, { weight }) => sum + weight, 0);
  const found = among.find(({ weight }) => {
    left -= weight;
    return left < 0;
  });
  return found ?? (among[0] as Happening);
}

/** Lets something happen to one of several, where there is one. */
function withOne<Value>({ random }: World, among: readonly Value[], happen: (one: Value) => void): boolean {
  const one = among[Math.floor(random() * among.length)];
  if (one === undefined) return false;
  happen(one);
  return true;
}
