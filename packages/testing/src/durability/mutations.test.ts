import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { MUTATIONS, mutate } from "./mutations.ts";

it.each(MUTATIONS)("fits the sources: $name", (mutation) => {
  const source = readFileSync(new URL(`../../../../${mutation.file}`, import.meta.url), "utf8");
  expect(mutate(mutation, source)).not.toBe(source);
});
