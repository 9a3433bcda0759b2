import { describe, expect, it } from "vitest";
import { createSimulator } from "./simulate.ts";

/** Enough to meet every scenario and happening often; `npm run simulate -- 20000` plays more. */
const SEEDS = 500;
const STRIDE = 50;

describe("whatever happens to pages, clocks, hints and answers, no promise is broken", () => {
  const ranges = Array.from({ length: SEEDS / STRIDE }, (_, at) => [at * STRIDE + 1, (at + 1) * STRIDE] as const);
  it.each(ranges)("seeds %d to %d", { timeout: 300_000 }, async (from, to) => {
    const simulator = createSimulator();
    const broken: string[] = [];
    for (let seed = from; seed <= to; seed += 1) {
      const { problems, scenario } = await simulator.play(seed);
      if (problems.length > 0) broken.push(`npm run simulate -- --seed ${seed} (${scenario}): ${problems.join("; ")}`);
    }
    expect(broken).toEqual([]);
  });
});

it("a seed plays the same story every time", async () => {
  const tell = async (seed: number) => {
    const steps: string[] = [];
    await createSimulator().play(seed, (what) => steps.push(what));
    return steps;
  };
  for (const seed of [7, 14, 15, 16]) {
    const steps = await tell(seed);
    expect(steps.length).toBeGreaterThan(20);
    expect(await tell(seed)).toEqual(steps);
  }
});
