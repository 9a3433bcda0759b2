// npm run size: what an app downloads for each import, gzipped, and whether it stays within its budgets: at first, and
// with every chunk that is loaded when it is needed. The entries and budgets stand in package.json under "sizes".
// `npm run size -- --chunks` names those chunks and what is in them.
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "vite";
import { repositoryRoot } from "./repository.mjs";

/** @typedef {{ name: string, code: string[], maxBytes?: number, maxTotalBytes?: number, mode?: string }} SizeEntry gzipped JavaScript; mode: of vite.config.ts, `size` unless given */
/** @typedef {{ fileName: string, code: string, imports: string[], isEntry: boolean, moduleIds: string[] }} Chunk */

/** @type {{ sizes: SizeEntry[] }} */
const { sizes } = JSON.parse(readFileSync(join(repositoryRoot, "package.json"), "utf8"));
let failed = false;

for (const { name, code, maxBytes, maxTotalBytes, mode } of sizes) {
  const measured = await measure(code.join("\n"), mode).catch((error) => String(error.message));
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

/**
 * Bundles and minifies an entry as an app would. React is the app's own, so it is not counted; what is imported
 * lazily is counted apart.
 *
 * @param {string} code
 */
async function measure(code, mode = "size") {
  const entry = "virtual:size-entry";
  const result = await build({
    configFile: join(repositoryRoot, "vite.config.ts"),
    mode,
    logLevel: "silent",
    plugins: [
      {
        name: "size-entry",
        enforce: "pre",
        resolveId: (id) => (id === entry ? id : undefined),
        load(id) {
          if (id === entry) return { code, moduleSideEffects: true };
          // What vite loads chunks with is the app's, once for all it loads.
          return id === "\0vite/preload-helper.js" ? "export const __vitePreload = (load) => load();" : undefined;
        },
      },
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
        // The widgets bring preact in its place, and that is counted.
        ...(mode === "size" && { external: /^react(-dom)?(\/|$)/ }),
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
  const later = [];
  for (const [name, chunk] of chunks) {
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
