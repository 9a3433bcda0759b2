// The packages of this repository and their public doors, as their package.json say.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "./repository.mjs";

/**
 * @typedef {{ doors: Record<string, string>, dependencies: string[] }} Package
 *   doors: subpath in `exports` → source file from the root of the repository; dependencies: peers included
 */

/** Built from no module of the same name. */
const otherSources = /** @type {Record<string, string>} */ ({
  "packages/react/src/styles.css": "packages/react/src/components/theme.css",
  "packages/react/src/devtools.css": "packages/react/src/devtools/devtools.css",
});

/** @returns {Record<string, Package>} by short name, `core` for `@holdpoint/core` */
export function readPackages() {
  /** @type {Record<string, Package>} */
  const packages = {};
  for (const name of readdirSync(join(repositoryRoot, "packages"))) {
    const path = join(repositoryRoot, "packages", name, "package.json");
    if (!statSync(path, { throwIfNoEntry: false })) continue;
    const manifest = JSON.parse(readFileSync(path, "utf8"));
    /** @type {Record<string, string>} */
    const doors = {};
    for (const [subpath, target] of Object.entries(manifest.exports ?? {})) {
      const built = typeof target === "string" ? target : target.default;
      if (!built.startsWith("./dist/")) continue;
      const source = built.replace("./dist/", `packages/${name}/src/`).replace(/\.js$/, ".ts");
      doors[subpath] = otherSources[source] ?? source;
    }
    packages[name] = { doors, dependencies: Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }) };
  }
  return packages;
}
