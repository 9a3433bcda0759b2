import { describe, expect, it } from "vitest";
import { listChanges } from "./json-changes.ts";

describe("listChanges", () => {
  it.each([
    [{ a: 1 }, { a: 1 }, []],
    [{ a: 1 }, { a: 2 }, [{ path: "a", before: 1, after: 2 }]],
    [{ a: "1" }, { a: 1 }, [{ path: "a", before: "1", after: 1 }]],
    [{ a: 1, b: 2 }, { a: 1 }, [{ path: "b", before: 2 }]],
    [{ a: 1 }, { a: 1, b: null }, [{ path: "b", after: null }]],
    [{ a: { b: [1, { c: "x" }] } }, { a: { b: [1, { c: "y" }] } }, [{ path: "a.b[1].c", before: "x", after: "y" }]],
    [{ a: [1, 2] }, { a: [1] }, [{ path: "a[1]", before: 2 }]],
    [{ a: [] }, { a: {} }, [{ path: "a", before: [], after: {} }]],
    [{ a: null }, { a: {} }, [{ path: "a", before: null, after: {} }]],
    [{ a: 0 }, { a: -0 }, [{ path: "a", before: 0, after: -0 }]],
  ])("%j → %j", (before, after, changes) => {
    expect(listChanges(before, after)).toEqual(changes);
  });

  it("sees an own __proto__ and no inherited one", () => {
    expect(listChanges({}, JSON.parse('{"__proto__":1}'))).toEqual([{ path: "__proto__", after: 1 }]);
    expect(listChanges(JSON.parse('{"constructor":1}'), {})).toEqual([{ path: "constructor", before: 1 }]);
  });
});
