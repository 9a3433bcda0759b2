import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { repositoryRoot } from "../../bin/repository.mjs";
import { MUTATIONS, mutate } from "./mutations.ts";

it.each(MUTATIONS)("fits the sources: $name", (mutation) => {
  const source = readFileSync(join(repositoryRoot, mutation.file), "utf8");
  expect(mutate(mutation, source)).not.toBe(source);
});
