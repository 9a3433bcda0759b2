import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sharedFolder } from "@holdpoint/testing/node";
import { fuzzBudget, spoilBytes, spoilText } from "@holdpoint/testing/suites";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readImageSize } from "./image-size.ts";
import { sniffType } from "./sniff-type.ts";
import { checkSvg } from "./svg-guard.ts";

/** Longer files say nothing more of what reads their first bytes. */
const LARGEST = 200_000;

const shared = sharedFolder();
if (shared === undefined) process.stdout.write("No folder `shared`: only a drawing made here is spoilt.\n");
const folder = shared === undefined ? undefined : join(shared, "media");
const media = (folder === undefined ? [] : readdirSync(folder))
  .map((file) => join(folder ?? "", file))
  .filter((path) => statSync(path).isFile() && statSync(path).size <= LARGEST)
  .map((path) => ({ path, bytes: new Uint8Array(readFileSync(path)) }));

const drawn = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 20"><style>.a{fill:url(#g)}</style><defs>
<linearGradient id="g"><stop offset="0"/></linearGradient><path id="p"/></defs><use href="#p" class="a"/></svg>`;
const files = [...media, { path: fileURLToPath(import.meta.url), bytes: new TextEncoder().encode(drawn) }];
const drawings = files.filter(({ path, bytes }) => path.endsWith(".svg") || bytes.length === drawn.length);

const file = fc.constantFrom(...files);

test("whatever the bytes: a kind of file or none, a size of whole numbers or none, and nothing throws", () => {
  fc.assert(
    fc.property(file, fc.nat(), ({ bytes }, seed) => {
      const spoilt = spoilBytes(bytes, seed);
      const type = sniffType(spoilt);
      if (type === undefined) return;
      const size = readImageSize(spoilt, type);
      if (size === undefined) return;
      for (const side of [size.width, size.height]) expect(Number.isSafeInteger(side) && side >= 0).toBe(true);
    }),
    fuzzBudget(1_000),
  );
});

test("a drawing that is let through is one tree with no doctype, no entity of its own, and no drawing inside", () => {
  fc.assert(
    fc.property(fc.constantFrom(...drawings), fc.nat(), fc.boolean(), ({ bytes }, seed, asText) => {
      const spoilt = asText
        ? new TextEncoder().encode(spoilText(new TextDecoder().decode(bytes), seed))
        : spoilBytes(bytes, seed);
      const checked = checkSvg(spoilt);
      if (!checked.ok) return;
      expect(checked.text).not.toMatch(/<!ENTITY|data:image\/svg/i);
      expect(checked.text).toMatch(/<(?:[\w.-]+:)?svg[\s>/]/);
    }),
    fuzzBudget(1_000),
  );
});
