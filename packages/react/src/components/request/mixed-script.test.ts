import { describe, expect, it } from "vitest";
import { mixesScripts } from "./mixed-script.ts";

describe("mixesScripts", () => {
  it.each(["trаnsfer", "pаypal_refund", "ο" + "pen", "refundТool"])("flags %s", (name) => {
    expect(mixesScripts(name)).toBe(true);
  });

  it.each(["transfer", "überweisung_42", "перевод", "перевод_refund", "送金", "ترجمة", ""])(
    "leaves %s alone",
    (name) => {
      expect(mixesScripts(name)).toBe(false);
    },
  );
});
