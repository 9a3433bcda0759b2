import { setImmediate as turn } from "node:timers/promises";
import type { RunEvent } from "@holdpoint/core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { AILMENTS, BrokenDatabase } from "./broken-database.fixture.ts";
import { EVENT_TYPES } from "./event-types.ts";
import { type FaultEnd, type Pass, playFaultCell } from "./fault-cell.fixture.ts";
import { SCENARIOS } from "./scenario.ts";

/** Where each type of event is written. */
const STAGES = ["call after call", "plain", "the model fails, then goes on", "cancelled at a Request"];

/** How much time passes at each turn of the event loop, in milliseconds: a write takes a few dozen of them. */
const STEP_MS = 5;

/** Turns of the event loop in which a cell must get on. */
const MOST_TURNS = 60_000;

/** What each says of the place. */
const CODES = {
  "throw on open": "store-unavailable",
  "open hangs": "store-unavailable",
  hang: "store-unavailable",
  blocked: "store-blocked",
  closed: "store-unavailable",
  "abort at commit": "store-unavailable",
  quota: "store-full",
  "commit unknown": "store-unavailable",
  slow: undefined,
} as const;

const pass: Pass = async (until, what) => {
  let isSettled = false;
  const settled = () => {
    isSettled = true;
  };
  until.then(settled, settled);
  for (let turns = 0; !isSettled; turns += 1) {
    if (turns > MOST_TURNS) throw new Error(`Silence: it was waited for that ${what}.`);
    await turn();
    vi.advanceTimersByTime(STEP_MS);
  }
  return until;
};

let database: BrokenDatabase;
const undisturbed = new Map<string, FaultEnd>();

beforeAll(async () => {
  database = new BrokenDatabase();
  const stages = SCENARIOS.filter(({ name }) => STAGES.includes(name));
  // Code that is loaded on first need comes in its own time, which is not the clock's of the cells.
  for (const scenario of stages) await playFaultCell(database, (until) => until, { scenario });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"] });
  for (const scenario of stages) {
    undisturbed.set(scenario.name, await playFaultCell(database, pass, { scenario }));
  }
}, 60_000);

afterAll(() => {
  database.restore();
  vi.useRealTimers();
});

describe("a run whose database fails from a step on enters no tool unwritten, says so, and goes on once it is mended", () => {
  describe.each(AILMENTS)("%s", (ailment) => {
    it.each(EVENT_TYPES as readonly RunEvent["type"][])(
      "at %s",
      async (at) => {
        const scenario = SCENARIOS.find(({ name }) => undisturbed.get(name)?.written.has(at));
        if (scenario === undefined) throw new Error(`No stage writes ${at}.`);
        const expected = undisturbed.get(scenario.name);
        expect(expected?.problems).toEqual([]);
        database.mend();
        const { problems, shown, transcript } = await playFaultCell(database, pass, { scenario, at, ailment });
        expect(problems).toEqual([]);
        expect(shown).toBe(CODES[ailment]);
        expect(transcript).toEqual(expected?.transcript);
      },
      60_000,
    );
  });
});
