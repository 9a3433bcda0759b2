import { describe, expect, test } from "vitest";
import { DATABASE_VERSION } from "./database-schema.ts";
import { type DatabaseFile, fromFile, toFile } from "./fixtures/database-file.fixture.ts";
import versionOne from "./fixtures/database-v1.json?raw";
import { tellStory } from "./fixtures/story.fixture.ts";
import { MIGRATIONS } from "./migrations.ts";
import { createTestDatabase } from "./test-database.fixture.ts";

const database = createTestDatabase("migrations");

/**
 * Databases as released versions wrote them: `toFile` of what `tellStory` leaves. They are never written anew: a change
 * of what is written is a new version.
 */
const released = [
  {
    version: 1,
    writer: "0.1.0",
    text: versionOne,
    sha256: "f34e11f1482042b315442b7646758082134224c2b6ec6a2feaf106fdee9b32e1",
  },
];

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

test("there is a migration for every version", () => {
  expect(MIGRATIONS).toHaveLength(DATABASE_VERSION);
  expect(released.at(-1)?.version).toBe(DATABASE_VERSION);
});

describe.each(released)("a database that $writer wrote", ({ text, sha256: pinned }) => {
  const file = JSON.parse(text) as DatabaseFile;

  test("is the one that was released", async () => {
    expect(await sha256(text)).toBe(pinned);
  });

  test("opens with all that is in it", async () => {
    await fromFile(database.name, file);
    const store = database.open();

    const streaming = await store.load("run-streaming");
    expect(streaming?.record).toMatchObject({ title: "Tell me a story", status: "running", turnCount: 2, nextSeq: 4 });
    expect(streaming?.turns.map(({ index }) => index)).toEqual([0, 1]);
    expect(streaming?.tail.map((event) => "text" in event && event.text)).toEqual(["Once upon", " a time"]);
    expect(streaming?.commands.map(({ id }) => id)).toEqual(["z-first", "a-second"]);
    const paused = await store.load("run-paused");
    expect(paused?.requests.map(({ requestId, state }) => [requestId, state])).toEqual([
      ["ask-open", "open"],
      ["ask-answered", "answered"],
    ]);
    expect(paused?.tail.map(({ type }) => type)).toEqual([...Array(4).fill("request.raised"), "text.appended"]);
    expect((await store.listRuns()).map(({ runId }) => runId)).toEqual(["run-done", "run-paused", "run-streaming"]);
    expect((await store.listRequests()).map(({ requestId }) => requestId)).toEqual(["ask-open"]);
    expect(await store.getRequest("ask-settled")).toMatchObject({ state: "settled", answeredAt: 51 });
    const picture = await store.getBlob("5e".repeat(32));
    expect([picture?.type, picture?.size]).toEqual(["image/png", 3]);
  });

  test("goes on from where it was", async () => {
    await fromFile(database.name, file);
    const store = database.open();
    expect(await store.answer("ask-open", { id: "ask-open", ok: true }, 99)).toMatchObject({ accepted: true });
    expect(await store.answer("ask-answered", { id: "ask-answered", ok: true }, 99)).toMatchObject({ accepted: false });
    const lease = await store.drive("run-streaming");
    expect(lease?.epoch).toBe(1);
    await store.enqueue("run-streaming", { id: "third", type: "retry", at: 9 });
    expect((await store.load("run-streaming"))?.commands).toHaveLength(3);
    await store.removeRun("run-streaming");
    expect(await store.getBlob("5e".repeat(32))).toBeDefined();
    await store.removeRun("run-paused");
    expect(await store.getBlob("5e".repeat(32))).toBeUndefined();
  });

  test("has the stores and indexes of a new one", async () => {
    await fromFile(database.name, file);
    await database.open().listRuns();
    const shape = ({ stores }: DatabaseFile) =>
      Object.entries(stores).map(([name, { records: _records, ...rest }]) => [name, rest]);
    const upgraded = shape(await toFile(database.name));
    const fresh = database.open({ name: `${database.name}-new` });
    await fresh.listRuns();
    expect(upgraded).toEqual(shape(await toFile(`${database.name}-new`)));
    await fresh.close();
    indexedDB.deleteDatabase(`${database.name}-new`);
  });
});

test("what is written is what the last release writes: a change of shape needs a new version and its fixture", async () => {
  await tellStory(database.open());
  const written = await toFile(database.name);
  expect(written).toEqual(JSON.parse(released.at(-1)?.text ?? "{}"));
});
