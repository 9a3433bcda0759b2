// npm run build [name…]: the library packages (JavaScript, source maps, declarations) and the demo.
import { spawnSync } from "node:child_process";
import { copyFileSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { build } from "vite";
import { readPackages } from "./packages.mjs";
import { repositoryRoot } from "./repository.mjs";

// Also when a test builds: what is published is one thing.
process.env.NODE_ENV = "production";

const known = [...Object.keys(readPackages()), "demo"];
const wanted = process.argv.slice(2);
for (const name of wanted)
  if (!known.includes(name)) throw new Error(`Nothing is called "${name}": ${known.join(", ")}.`);
const names = wanted.length > 0 ? wanted : known;

const configFile = join(repositoryRoot, "vite.config.ts");
for (const name of names.filter((other) => other !== "demo")) {
  const folder = join(repositoryRoot, "packages", name);
  const dist = join(folder, "dist");
  rmSync(dist, { recursive: true, force: true });
  for (const mode of modesOf(name)) await build({ configFile, mode, logLevel: "warn" });
  copyStyles(name);
}
// Each package has the declarations of those it builds on beside it, so all are written in one go, in their order.
const declared = spawnSync(
  process.execPath,
  [join(repositoryRoot, "node_modules/typescript/bin/tsc"), "-b", "tsconfig.build.json"],
  {
    cwd: repositoryRoot,
    stdio: "inherit",
  },
);
if (declared.status !== 0) process.exit(1);

for (const name of names.filter((other) => other !== "demo")) {
  const dist = join(repositoryRoot, "packages", name, "dist");
  const declarations = readdirSync(dist, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".d.ts"),
  );
  for (const file of declarations) giveExtensions(join(dist, file));
  console.log(`built packages/${name}: ${declarations.length} modules`);
}

if (names.includes("demo")) {
  await build({ configFile, logLevel: "warn" });
  console.log("built demo");
}

/**
 * What a package is built in: doors that may share no chunk are built apart.
 *
 * @param {string} name of a package
 */
function modesOf(name) {
  return name === "widgets" ? ["package:widgets", "package:widgets/embed"] : [`package:${name}`];
}

/**
 * Doors that are style sheets: one file each, copied as it is, so that it stays readable to those who override it.
 *
 * @param {string} name of a package
 */
function copyStyles(name) {
  for (const [subpath, path] of Object.entries(readPackages()[name]?.doors ?? {})) {
    if (!subpath.endsWith(".css")) continue;
    const source = join(repositoryRoot, path);
    if (!statSync(source, { throwIfNoEntry: false }))
      throw new Error(`${source} is missing: it is @holdpoint/${name}${subpath.slice(1)}.`);
    if (/@import\b/.test(readFileSync(source, "utf8")))
      throw new Error(`${source} imports another file: keep it one file.`);
    copyFileSync(source, join(repositoryRoot, "packages", name, "dist", subpath));
  }
}

/**
 * Relative imports in declarations name the built file, `./loop.js`: readers with `moduleResolution: "node16"` find
 * nothing under `./loop` or `./loop.ts`.
 *
 * @param {string} path
 */
function giveExtensions(path) {
  const text = readFileSync(path, "utf8");
  const changed = text.replace(/((?:from|import)\s*\(?\s*)"(\.{1,2}\/[^"]+)"/g, (whole, before, specifier) => {
    const bare = specifier.replace(/\.(ts|tsx|js)$/, "");
    if (statSync(join(dirname(path), `${bare}.d.ts`), { throwIfNoEntry: false })) return `${before}"${bare}.js"`;
    if (statSync(join(dirname(path), bare, "index.d.ts"), { throwIfNoEntry: false }))
      return `${before}"${bare}/index.js"`;
    return whole;
  });
  if (changed !== text) writeFileSync(path, changed);
}
