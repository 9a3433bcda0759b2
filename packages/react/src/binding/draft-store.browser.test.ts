import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DraftStore } from "./draft-store.ts";

beforeEach(() => localStorage.clear());
afterEach(() => vi.restoreAllMocks());

describe("DraftStore", () => {
  it("keeps a draft for the next page, and drops it when it is sent", () => {
    new DraftStore().write("req_1", { a: 1 });
    expect(new DraftStore().read("req_1")).toEqual({ a: 1 });
    new DraftStore().write("req_1", undefined);
    expect(new DraftStore().read("req_1")).toBeUndefined();
    expect(localStorage.length).toBe(0);
  });

  it("lives as long as the page where nothing can be stored", () => {
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    const drafts = new DraftStore();
    drafts.write("a", "typed");
    expect(drafts.read("a")).toBe("typed");
  });

  it("does not store what is very long", () => {
    const drafts = new DraftStore();
    drafts.write("a", "x".repeat(200_000));
    expect(localStorage.length).toBe(0);
    expect(drafts.read("a")).toHaveLength(200_000);
  });

  it("takes what is no draft of ours as none", () => {
    localStorage.setItem("holdpoint.draft.a", "{not json");
    localStorage.setItem("holdpoint.draft.b", '"text"');
    localStorage.setItem("holdpoint.draft.c", '{"at":"never","value":1}');
    const drafts = new DraftStore();
    expect(["a", "b", "c"].map((key) => drafts.read(key))).toEqual([undefined, undefined, undefined]);
  });

  it("drops drafts nobody came back to for a month, and leaves what is not ours alone", () => {
    localStorage.setItem("holdpoint.draft.old", JSON.stringify({ at: Date.now() - 40 * 86_400_000, value: "x" }));
    localStorage.setItem("holdpoint.draft.new", JSON.stringify({ at: Date.now(), value: "y" }));
    localStorage.setItem("theirs", "z");
    new DraftStore().write("now", 1);
    expect(Object.keys(localStorage).sort()).toEqual(["holdpoint.draft.new", "holdpoint.draft.now", "theirs"]);
  });
});
