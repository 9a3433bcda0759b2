// What the build of the widgets does to their bytes, and to the licences of what is in them.
import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { repositoryRoot } from "./repository.mjs";

/** @import { Plugin } from "vite" */

/** Classes that only conversations have; their style comes with the first of them. */
const ofConversations =
  /\.(hp-(allowed|composer|markdown|message|part|pdf|progress|said|storage|timeline|tool|turn|zoom)(?![a-z])|hidden)/;

/**
 * `…/styles.css?for=prompts&inline` is the theme without what only conversations need.
 *
 * @returns {Plugin}
 */
export function promptTheme() {
  return {
    name: "prompt-theme",
    enforce: "pre",
    transform: (code, id) => (id.includes("?for=prompts") ? { code: themeOfPrompts(code), map: null } : undefined),
  };
}

/**
 * @param {string} theme as it is formatted: a long list of selectors has a line for each
 * @returns {string}
 */
export function themeOfPrompts(theme) {
  const bare = theme.replace(/\/\*.*?\*\//gs, "");
  return bare.replace(/^ *([^\s@{}][^{}]*)(\{[^{}]*\}\n)/gm, (_, /** @type {string} */ selectors, body) => {
    const kept = selectors.split(/,\n/).filter((selector) => !ofConversations.test(selector));
    return kept.length === 0 ? "" : `${kept.join(",\n").trimEnd()} ${body}`;
  });
}

/**
 * Chunks have no style sheets of their own here, so a dynamic import is the browser's, without vite's loader round it.
 *
 * @returns {Plugin}
 */
export function plainImports() {
  return {
    name: "plain-imports",
    enforce: "pre",
    load: (id) => (id === "\0vite/preload-helper.js" ? "export const __vitePreload = (load) => load();" : undefined),
  };
}

/**
 * Beside files of dependencies that are served as they are (WebAssembly) lie the licences that lay beside them; those
 * of bundled code are vite's `build.license`.
 *
 * @returns {Plugin}
 */
export function assetLicences() {
  return {
    name: "asset-licences",
    generateBundle(_, bundle) {
      const folders = new Set();
      for (const item of Object.values(bundle)) {
        if (item.type !== "asset") continue;
        for (const source of item.originalFileNames)
          if (source.endsWith(".wasm")) folders.add(dirname(join(repositoryRoot, "packages/widgets", source)));
      }
      for (const folder of folders)
        for (const file of readdirSync(folder).filter((name) => name.startsWith("LICENSE")))
          this.emitFile({
            type: "asset",
            fileName: `parts/${basename(file)}`,
            source: readFileSync(join(folder, file)),
          });
    },
  };
}
