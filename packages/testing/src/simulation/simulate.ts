import type { RunView } from "@holdpoint/core";
import { SCENARIOS, type Scenario } from "../durability/scenario.ts";
import { seededRandom } from "../seeded-random.ts";
import { chaos } from "./chaos.ts";
import { playStory, undisturbed } from "./story.ts";

/** How one seed fared. */
export interface SeedOutcome {
  readonly seed: number;
  readonly scenario: string;
  /** What broke a promise; empty when all went well. */
  readonly problems: readonly string[];
  readonly steps: number;
  /** What happened how often. */
  readonly tally: ReadonlyMap<string, number>;
}

/** Plays stories that chance writes, each the same whenever its seed is given again. */
export interface Simulator {
  /** @param tell hears what happens, in words */
  play(seed: number, tell?: (what: string) => void): Promise<SeedOutcome>;
}

/** @param unhandled gives rejections nobody handled since it was last asked */
export function createSimulator(unhandled: () => readonly unknown[] = () => []): Simulator {
  const ends = new Map<string, readonly (readonly string[])[]>();

  async function expectedOf(scenario: (typeof SCENARIOS)[number]): Promise<readonly (readonly string[])[]> {
    const known = ends.get(scenario.name);
    if (known !== undefined) return known;
    const { transcript } = await playStory({ scenario }, undisturbed);
    const slow = scenario.hurries && (await playStory({ scenario, isSlow: true }, undisturbed));
    const expected = [transcript, ...(slow ? [slow.transcript] : [])];
    ends.set(scenario.name, expected);
    return expected;
  }

  return {
    async play(seed, tell) {
      const scenario = SCENARIOS[seed % SCENARIOS.length];
      if (scenario === undefined) throw new RangeError(`no scenario for the seed ${seed}`);
      const expected = await expectedOf(scenario);
      const random = seededRandom(seed);
      const steps = 30 + Math.floor(random() * 170);
      const lossy = random() < 0.5;
      /** Lost, once or twice. */
      const hintCount = (): number => (lossy && random() < 0.5 ? (random() < 0.5 ? 0 : 2) : 1);
      const isSlow = random() < 0.3;
      const isMeddled = random() < 0.25;
      const ending = isMeddled ? { scenario: chatty(scenario), isOver: isAtRest } : { scenario, expected };
      const options = { seed, random, hintCount, isSlow, unhandled, ...ending, ...(tell && { tell }) };
      const end = await playStory(options, chaos(steps, { isMeddled }));
      return { seed, scenario: scenario.name, problems: end.problems, steps: end.world.steps, tally: end.world.tally };
    },
  };
}

/** The model has a word for whatever comes. */
function chatty(scenario: Scenario): Scenario {
  return { ...scenario, script: [...scenario.script, { reply: "All right.", times: Number.POSITIVE_INFINITY }] };
}

/** Nothing more is to come, however it ended. */
function isAtRest({ status, queued }: RunView): boolean {
  return (status === "done" || status === "cancelled") && queued === 0;
}
