// npm run size: what an app downloads for each import, gzipped, and whether it stays within its budget.
// The entries and budgets stand in package.json under "sizes".
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "vite";
import { repositoryRoot } from "./repository.mjs";

/** @typedef {{ name: string, code: string[], maxBytes?: number }} SizeEntry maxBytes: gzipped bytes of JavaScript */
/** @typedef {{ fileName: string, code: string, imports: string[], isEntry: boolean }} Chunk */

/** @type {{ sizes: SizeEntry[] }} */
const { sizes } = JSON.parse(readFileSync(join(repositoryRoot, "package.json"), "utf8"));
let failed = false;

for (const { name, code, maxBytes } of sizes) {
  const measured = await measure(code.join("\n")).catch((error) => String(error.message));
  if (typeof measured === "string") {
    failed = true;
    console.log(`CANNOT BE BUILT  ${name}\n${measured}`);
    continue;
  }
  const { eager, lazy } = measured;
  const over = maxBytes !== undefined && eager > maxBytes;
  failed ||= over || maxBytes === undefined;
  const budget = maxBytes === undefined ? "no budget: add maxBytes" : `of ${kilobytes(maxBytes)}`;
  const later = lazy > 0 ? `, and ${kilobytes(lazy)} loaded when needed` : "";
  console.log(`${over ? "OVER  " : "      "}${kilobytes(eager).padStart(9)} ${budget.padEnd(12)}  ${name}${later}`);
}
if (sizes.length === 0) console.error('package.json has no "sizes", so nothing was measured.');
process.exitCode = failed || sizes.length === 0 ? 1 : 0;

/**
 * Bundles and minifies an entry as an app would. React is the app's own, so it is not counted; what is imported
 * lazily is counted apart.
 *
 * @param {string} code
 */
async function measure(code) {
  const entry = "virtual:size-entry";
  const result = await build({
    configFile: join(repositoryRoot, "vite.config.ts"),
    mode: "size",
    logLevel: "silent",
    plugins: [
      {
        name: "size-entry",
        enforce: "pre",
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? { code, moduleSideEffects: true } : undefined),
      },
    ],
    build: {
      write: false,
      sourcemap: false,
      minify: true,
      modulePreload: false,
      rolldownOptions: {
        input: entry,
        preserveEntrySignatures: "strict",
        external: /^react(-dom)?(\/|$)/,
      },
    },
  });
  if (!("output" in result)) throw new Error("vite gave no single bundle.");
  /** @type {Map<string, Chunk>} */
  const chunks = new Map();
  for (const item of result.output) if (item.type === "chunk") chunks.set(item.fileName, item);
  const eagerNames = new Set();
  for (const chunk of chunks.values()) if (chunk.isEntry) reach(chunk.fileName);
  let eager = 0;
  let lazy = 0;
  for (const [name, chunk] of chunks) {
    const bytes = gzipSync(chunk.code, { level: 9 }).length;
    if (eagerNames.has(name)) eager += bytes;
    else lazy += bytes;
  }
  return { eager, lazy };

  /** @param {string} fileName */
  function reach(fileName) {
    if (eagerNames.has(fileName) || !chunks.has(fileName)) return;
    eagerNames.add(fileName);
    for (const next of chunks.get(fileName)?.imports ?? []) reach(next);
  }
}

/** @param {number} bytes */
function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(2)} kB`;
}
