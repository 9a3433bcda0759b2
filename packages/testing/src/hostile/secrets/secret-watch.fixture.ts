import { secretsIn, shownHere } from "./find-secrets.fixture.ts";
import { hearAloud } from "./hear-aloud.fixture.ts";

/** Runs before the first script of every page and frame. */
const heard = hearAloud();

const watch = {
  /** Where in this page or frame a secret is. */
  secrets: async (): Promise<readonly string[]> => secretsIn({ ...(await shownHere()), heard: heard.join("\n") }),
  /** How much was said: that there was something to hear. */
  heard: (): number => heard.length,
};

export type SecretWatch = typeof watch;

Object.assign(globalThis, { secretWatch: watch });
