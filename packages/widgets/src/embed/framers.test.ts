import { describe, expect, it } from "vitest";
import { findFramers, readOrigins } from "./framers.ts";

const origins = readOrigins(["https://shop.example.com"]);

function view(ancestors: readonly string[] | undefined, origin = "https://approve.example.com"): Window {
  const own = { location: { origin, ...(ancestors && { ancestorOrigins: ancestors }) } };
  return { ...own, parent: ancestors?.length === 0 ? undefined : {} } as unknown as Window;
}

describe("who stands around a page", () => {
  it.each([
    [["https://shop.example.com"], "allowed"],
    [["https://approve.example.com", "https://shop.example.com"], "allowed"],
    [["https://shop.example.com.evil.example"], "refused"],
    [["http://shop.example.com"], "refused"],
    [["https://shop.example.com:8443"], "refused"],
    [["null"], "refused"],
    [["https://shop.example.com", "https://evil.example"], "refused"],
    [undefined, "allowed"],
  ])("%o: %s", (ancestors, kind) => {
    expect(findFramers(view(ancestors), origins).kind).toBe(kind);
  });

  it("is nobody in a window of its own", () => {
    const own = { location: { origin: "https://approve.example.com" } } as unknown as Window;
    Reflect.set(own, "parent", own);
    expect(findFramers(own, origins).kind).toBe("none");
  });
});

describe("the list", () => {
  it.each(["*", "shop.example.com", "https://shop.example.com/", "https://*.example.com", "null", ""])(
    "takes no %s",
    (origin) => {
      expect(() => readOrigins([origin])).toThrow(/is no origin/);
    },
  );
});
