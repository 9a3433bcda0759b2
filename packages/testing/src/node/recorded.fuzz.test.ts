import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { HoldpointError } from "@holdpoint/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { fuzzBudget } from "../hostile/fuzz-budget.ts";
import { spoilBytes } from "../hostile/spoil.ts";
import { seededRandom } from "../seeded-random.ts";
import type { Chunking } from "./recorded-chunkings.ts";
import { loadRecordings, type RecordedReply } from "./recorded-files.ts";
import { type ReadReply, readRecorded } from "./recorded-reply.ts";
import { sharedFolder } from "./shared-folder.ts";

/** Longer replies say nothing more of a parser. */
const LARGEST = 60_000;

const folders = [fileURLToPath(new URL("../../recordings", import.meta.url))];
const shared = sharedFolder();
if (shared === undefined) console.log("No folder `shared`: the streams that ship here are spoilt.");
else if (readdirSync(shared).includes("recorded")) folders.push(`${shared}/recorded`);

const replies = folders
  .flatMap((folder) => loadRecordings(folder))
  .flatMap((recording): RecordedReply[] =>
    recording.kind === "reply" ? [recording.reply] : recording.turns.map(({ reply }) => reply),
  )
  .filter(({ body, status }) => body.length <= LARGEST && status === 200);

const whole: Chunking = { name: "whole", cuts: () => [] };

function* somePlaces(length: number, seed: number): Generator<number> {
  const random = seededRandom(seed);
  for (let at = 1; at < length; at += 1 + Math.floor(random() * 40)) yield at;
}

/** What was read, with the failure as its code and words. */
function facts({ error, ...read }: ReadReply): object {
  return HoldpointError.is(error) ? { ...read, code: error.code, message: error.message } : { ...read, error };
}

test("a spoilt reply is read, or refused with a code; however it is cut, the outcome is the same", async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...replies), fc.nat(), async (reply, seed) => {
      const spoilt = { ...reply, body: spoilBytes(reply.body, seed) };
      const read = await readRecorded(spoilt, whole);
      if (read.error !== undefined) {
        expect(HoldpointError.is(read.error), String(read.error)).toBe(true);
        expect((read.error as Error).message.length).toBeLessThan(4_500);
      }
      for (const call of read.toolCalls) {
        expect(typeof call.id === "string" && typeof call.name === "string" && typeof call.rawArgs === "string").toBe(
          true,
        );
      }
      expect(typeof read.text === "string" && typeof read.reasoning === "string").toBe(true);
      expect("polluted" in {}).toBe(false);
      const cut = await readRecorded(spoilt, { name: "cut", cuts: (body) => somePlaces(body.length, seed) });
      expect(facts(cut)).toEqual(facts(read));
    }),
    fuzzBudget(300),
  );
});

test("a reply that is cut off anywhere runs no call whose arguments are not whole", async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...replies), fc.double({ min: 0, max: 1, noNaN: true }), async (reply, part) => {
      const all = await readRecorded(reply, whole);
      const end = Math.floor(reply.body.length * part);
      const read = await readRecorded({ ...reply, body: reply.body.slice(0, end) }, whole);
      for (const [index, call] of read.toolCalls.entries()) {
        if (call.incomplete !== true) expect(call.rawArgs).toBe(all.toolCalls[index]?.rawArgs);
      }
    }),
    fuzzBudget(150),
  );
});
