import { afterEach, expect, test } from "vitest";
import { defaultSettings, keepSettings, loadSettings } from "./settings.ts";

afterEach(() => localStorage.clear());

test("the key is never written to any storage", () => {
  keepSettings({
    ...defaultSettings,
    source: "endpoint",
    baseUrl: "https://api.test/v1",
    model: "m",
    apiKey: "sk-CANARY",
  });
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain("CANARY");
  expect(loadSettings()).toMatchObject({ source: "endpoint", baseUrl: "https://api.test/v1", model: "m", apiKey: "" });
});

test("a key inside the address is not written either", () => {
  for (const baseUrl of [
    "https://api.test/v1?key=CANARY",
    "https://user:CANARY@api.test/v1",
    "https://api.test/v1#CANARY",
  ]) {
    keepSettings({ ...defaultSettings, baseUrl });
    expect(JSON.stringify({ ...localStorage })).not.toContain("CANARY");
    expect(loadSettings().baseUrl).toBe("https://api.test/v1");
  }
});

test("an endpoint without an address that can be kept is not kept as one", () => {
  keepSettings({ ...defaultSettings, source: "endpoint", baseUrl: "not an address", model: "m" });
  expect(loadSettings().source).toBe("scripted");
});

test.each(["", "null", "[1]", "{", '{"paceMs":-3,"style":7,"source":"x"}'])(
  "what was kept as %j reads as the defaults",
  (kept) => {
    localStorage.setItem("holdpoint-demo-settings", kept);
    expect(loadSettings()).toEqual(defaultSettings);
  },
);
