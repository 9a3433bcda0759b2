// npm run size: what an app downloads for each import, gzipped, and whether it stays within its budgets: at first, and
// with every chunk that is loaded when it is needed. The entries and budgets stand in package.json under "sizes".
// `npm run size -- --chunks` names those chunks and what is in them.
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "vite";
import { repositoryRoot } from "./repository.mjs";
import { plainImports } from "./widget-plugins.mjs";

/** @typedef {{ name: string, maxBytes?: number, maxTotalBytes?: number }} Budget of gzipped JavaScript */
/** @typedef {Budget & ({ code: string[] } | { mode: string, file: string })} SizeEntry what an app imports, or a file that is published as a whole, with the mode of vite.config.ts that builds it */
/** @typedef {{ fileName: string, code: string, imports: string[], isEntry: boolean, moduleIds: string[] }} Chunk */

/** @type {{ sizes: SizeEntry[] }} */
const { sizes } = JSON.parse(readFileSync(join(repositoryRoot, "package.json"), "utf8"));
const configFile = join(repositoryRoot, "vite.config.ts");
let failed = false;

for (const entry of sizes) {
  const { name, maxBytes, maxTotalBytes } = entry;
  const measured = await measure(entry).catch((error) => String(error.message));
  if (typeof measured === "string") {
    failed = true;
    console.log(`CANNOT BE BUILT  ${name}\n${measured}`);
    continue;
  }
  const { eager, later } = measured;
  const total = later.reduce((sum, { bytes }) => sum + bytes, eager);
  const over = eager > (maxBytes ?? 0) || total > (maxTotalBytes ?? 0);
  failed ||= over;
  const figures = `${within(eager, maxBytes)} at first, ${within(total, maxTotalBytes)} in all`;
  console.log(`${over ? "OVER  " : "      "}${figures}  ${name}`);
  if (!process.argv.includes("--chunks")) continue;
  for (const { bytes, modules } of later) console.log(`        ${kilobytes(bytes).padStart(9)}  ${modules.join(" ")}`);
}
if (sizes.length === 0) console.error('package.json has no "sizes", so nothing was measured.');
process.exitCode = failed || sizes.length === 0 ? 1 : 0;

/** @param {SizeEntry} entry */
async function measure(entry) {
  const isPublished = "file" in entry;
  const result = isPublished ? await publish(entry.mode) : await bundle(entry.code.join("\n"));
  if (!("output" in result)) throw new Error("vite gave no single bundle.");
  /** @type {Map<string, Chunk>} */
  const chunks = new Map();
  for (const item of result.output) if (item.type === "chunk") chunks.set(item.fileName, item);
  const eagerNames = new Set();
  for (const chunk of chunks.values())
    if (isPublished ? chunk.fileName === entry.file : chunk.isEntry) reach(chunk.fileName);
  if (eagerNames.size === 0) throw new Error("There is no such file in what was built.");
  let eager = 0;
  const later = [];
  for (const [name, chunk] of chunks) {
    if (isPublished && chunk.isEntry && !eagerNames.has(name)) continue;
    const bytes = gzipSync(chunk.code, { level: 9 }).length;
    if (eagerNames.has(name)) eager += bytes;
    else later.push({ bytes, modules: chunk.moduleIds.map((id) => basename(id)) });
  }
  return { eager, later };

  /** @param {string} fileName */
  function reach(fileName) {
    if (eagerNames.has(fileName) || !chunks.has(fileName)) return;
    eagerNames.add(fileName);
    for (const next of chunks.get(fileName)?.imports ?? []) reach(next);
  }
}

/**
 * Builds what is published, as it is published.
 *
 * @param {string} mode of vite.config.ts
 */
function publish(mode) {
  return build({ configFile, mode, logLevel: "silent", build: { write: false } });
}

/**
 * Bundles and minifies an entry as an app would. React is the app's own, so it is not counted; what is imported
 * lazily is counted apart.
 *
 * @param {string} code
 */
function bundle(code) {
  const entry = "virtual:size-entry";
  return build({
    configFile,
    mode: "size",
    logLevel: "silent",
    plugins: [
      {
        name: "size-entry",
        enforce: "pre",
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? { code, moduleSideEffects: true } : undefined),
      },
      // What vite loads chunks with is the app's, once for all it loads.
      plainImports(),
    ],
    build: {
      write: false,
      sourcemap: false,
      minify: true,
      modulePreload: false,
      rolldownOptions: {
        input: entry,
        // As in an app: chunks take what they share with the entry from the entry.
        preserveEntrySignatures: "allow-extension",
        external: /^react(-dom)?(\/|$)/,
      },
    },
  });
}

/**
 * @param {number} bytes
 * @param {number | undefined} budget
 */
function within(bytes, budget) {
  return `${kilobytes(bytes).padStart(9)} ${budget === undefined ? "(no budget)" : `of ${kilobytes(budget)}`}`;
}

/** @param {number} bytes */
function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(2)} kB`;
}
