import { expect, test } from "vitest";
import { providerError } from "./provider-error.ts";

test.each([
  [{ error: { message: "Overloaded", type: "overloaded_error" } }, "Overloaded (overloaded_error)"],
  [{ error: { message: "Bad", type: "t", code: 400 } }, "Bad (t, 400)"],
  [{ error: "model not found" }, "model not found"],
  [
    { error: { code: 502, message: "Provider returned error", metadata: { raw: "upstream said no" } } },
    "Provider returned error (502) upstream said no",
  ],
  [{ error: { detail: "odd" } }, '{"detail":"odd"}'],
  [{ object: "error", message: "Invalid", code: 401 }, "Invalid (401)"],
  [{ type: "error", message: "flat" }, "flat (error)"],
  [{ choices: [{ error: { message: "in the choice" } }] }, "in the choice"],
])("%j is an error", (payload, words) => {
  expect(providerError(payload)).toBe(words);
});

test.each([[{ error: null }], [{ error: "" }], [{ choices: [{ index: 0 }] }], [{ type: "message_start" }], [{}]])(
  "%j is none",
  (payload) => {
    expect(providerError(payload)).toBeUndefined();
  },
);

test("an event that is called so is one, whatever it holds", () => {
  expect(providerError({ message: "gone" }, "error")).toBe("gone");
});
