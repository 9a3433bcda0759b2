import { describe, expect, test } from "vitest";
import { CallDrafts } from "./call-drafts.ts";

type Delta = Record<string, unknown>;
const fn = (name?: unknown, args?: unknown) => ({ function: { name, arguments: args } });

/** The calls that pieces make, as [id, name, arguments]. */
function put(...deltas: Delta[]): [string, string, string][] {
  const drafts = new CallDrafts();
  for (const delta of deltas) drafts.add(delta);
  return drafts.inOrder().map(({ id, name, rawArgs }) => [id, name, rawArgs]);
}

describe("pieces of one call", () => {
  test.each([
    [
      "by index",
      [
        { index: 0, id: "a", ...fn("f", "") },
        { index: 0, ...fn(undefined, '{"x"') },
        { index: 0, ...fn(undefined, ":1}") },
      ],
    ],
    [
      "the id comes later",
      [
        { index: 0, id: "", ...fn("f", '{"x"') },
        { index: 0, id: "a", ...fn(undefined, ":1}") },
      ],
    ],
    [
      "the id is empty later",
      [
        { index: 0, id: "a", ...fn("f", '{"x"') },
        { index: 0, id: "", ...fn("", ":1}") },
      ],
    ],
    [
      "the id is null later",
      [
        { index: 0, id: "a", ...fn("f", '{"x"') },
        { index: 0, id: null, ...fn(null, ":1}") },
      ],
    ],
    [
      "id and name are repeated",
      [
        { index: 0, id: "a", ...fn("f", '{"x"') },
        { index: 0, id: "a", ...fn("f", ":1}") },
      ],
    ],
    [
      "without an index, by id",
      [
        { id: "a", ...fn("f", '{"x"') },
        { id: "a", ...fn(undefined, ":1}") },
      ],
    ],
    ["without index and id", [{ ...fn("f", '{"x"'), id: "a" }, { ...fn(undefined, ":1}") }]],
    [
      "the index starts at 1",
      [
        { index: 1, id: "a", ...fn("f", '{"x"') },
        { index: 1, ...fn(undefined, ":1}") },
      ],
    ],
  ])("%s", (_how, deltas) => {
    expect(put(...deltas)).toEqual([["a", "f", '{"x":1}']]);
  });

  test("a name that comes in pieces is put together", () => {
    expect(put({ index: 0, id: "a", ...fn("get_", "") }, { index: 0, ...fn("weather", "{}") })).toEqual([
      ["a", "get_weather", "{}"],
    ]);
  });

  test("arguments that are null, absent, or an object", () => {
    expect(put({ index: 0, id: "a", ...fn("f", null) })).toEqual([["a", "f", ""]]);
    expect(put({ index: 0, id: "a", function: { name: "f" } })).toEqual([["a", "f", ""]]);
    expect(put({ index: 0, id: "a", ...fn("f", { x: 1 }) })).toEqual([["a", "f", '{"x":1}']]);
  });
});

describe("pieces of two calls", () => {
  test.each([
    [
      "interleaved by index",
      [
        { index: 0, id: "a", ...fn("f", "{") },
        { index: 1, id: "b", ...fn("g", "{") },
        { index: 0, ...fn(undefined, "}") },
        { index: 1, ...fn(undefined, "}") },
      ],
    ],
    [
      "in another order than their indexes",
      [
        { index: 1, id: "b", ...fn("g", "{}") },
        { index: 0, id: "a", ...fn("f", "{}") },
      ],
    ],
    [
      "a new id at an index already used",
      [
        { index: 0, id: "a", ...fn("f", "{}") },
        { index: 0, id: "b", ...fn("g", "{}") },
      ],
    ],
    [
      "without indexes",
      [
        { id: "a", ...fn("f", "{}") },
        { id: "b", ...fn("g", "{}") },
      ],
    ],
  ])("%s", (_how, deltas) => {
    expect(put(...deltas)).toEqual([
      ["a", "f", "{}"],
      ["b", "g", "{}"],
    ]);
  });

  test.each([
    ["without index and id", [fn("f", '{"x":1}'), fn("f", '{"x":2}')]],
    [
      "with index 0 for all, and no ids",
      [
        { index: 0, ...fn("f", '{"x":1}') },
        { index: 0, ...fn("f", '{"x":2}') },
      ],
    ],
    [
      "with empty ids",
      [
        { id: "", ...fn("f", '{"x":1}') },
        { id: "", ...fn("f", '{"x":2}') },
      ],
    ],
  ])("of a provider that tells them apart by nothing: %s", (_how, deltas) => {
    expect(put(...deltas)).toEqual([
      ["", "f", '{"x":1}'],
      ["", "f", '{"x":2}'],
    ]);
  });

  test("with one id and no index, each whole: two calls", () => {
    expect(put({ id: "a", ...fn("f", "{}") }, { id: "a", ...fn("f", "{}") })).toHaveLength(2);
  });
});

test("keys beside the usual ones are kept as they came", () => {
  const drafts = new CallDrafts();
  drafts.add({
    index: 0,
    id: "a",
    type: "function",
    extra_content: { google: { thought_signature: "s" } },
    ...fn("f", "{}"),
  });
  expect(drafts.inOrder()[0]?.extra).toEqual({ extra_content: { google: { thought_signature: "s" } } });
});
