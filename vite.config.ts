import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { playwright } from "@vitest/browser-playwright";
import type { Plugin } from "vite";
import { defineConfig, type ViteUserConfig } from "vitest/config";
import { chromiumFlags, findChromium } from "./packages/testing/bin/find-chromium.mjs";
import { readPackages } from "./packages/testing/bin/packages.mjs";
import { assetLicences, plainImports, promptTheme } from "./packages/testing/bin/widget-plugins.mjs";
import { sharedFolder } from "./packages/testing/src/node/shared-folder.ts";

/**
 * One configuration for all: `vite` serves and builds the demo, `vite build --mode package:core` builds one library
 * package, `vitest --project node|chromium|e2e` runs the tests. In dev and test `@holdpoint/*` is the source itself.
 */

const packages = readPackages();

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Exact names, so that `@holdpoint/react/components` is not read as a path below `@holdpoint/react`; `?inline` stays. */
const sourceAliases = Object.entries(packages).flatMap(([name, { doors }]) =>
  Object.entries(doors).map(([subpath, source]) => {
    const specifier = `@holdpoint/${name}${subpath.slice(1)}`;
    return { find: new RegExp(`^${specifier.replaceAll(".", "\\.")}(\\?.*)?$`), replacement: `${at(`./${source}`)}$1` };
  }),
);

/**
 * Leaves `new URL("…", import.meta.url)` in published modules as it is, for the app's own bundler to resolve. Vite would
 * copy the file into the package: as base64 into the module, or below a path that no app serves.
 */
function keepUrls(): Plugin {
  const placeholder = "__url_of_module"; // As long as what it stands for, so that source maps stay true.
  return {
    name: "keep-urls",
    enforce: "pre",
    transform(code) {
      const kept = code.replace(
        /(new URL\(\s*"[^"/:][^":]*?)(\.ts)?("\s*,\s*)import\.meta\.url/g,
        (_, start: string, extension: string | undefined, middle: string) =>
          `${start}${extension === undefined ? "" : ".js"}${middle}${placeholder}`,
      );
      return kept === code ? undefined : { code: kept, map: null };
    },
    renderChunk(code) {
      return code.includes(placeholder)
        ? { code: code.replaceAll(placeholder, "import.meta.url"), map: null }
        : undefined;
    },
  };
}

/**
 * Files of dependencies that a module names by `new URL("package/file", import.meta.url)` go into our package, beside
 * the module and with their licence. Bundlers find them by name, but vite's dev server in an app reads such an address
 * only where it is relative.
 */
function shipFiles(name: string): Plugin {
  return {
    name: "ship-files",
    enforce: "pre",
    transform(code, id) {
      const folder = relative(at(`./packages/${name}/src`), dirname(id));
      const shipped = code.replace(
        /(new URL\(\s*")((?:@[\w.-]+\/)?[a-z][\w.-]*\/[^":]+)("\s*,\s*import\.meta\.url)/g,
        (_, start: string, specifier: string, rest: string) => {
          const source = createRequire(id).resolve(specifier);
          const file = basename(source);
          const owner = /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier;
          const licence = createRequire(id).resolve(`${owner}/LICENSE`);
          this.emitFile({ type: "asset", fileName: join(folder, file), source: readFileSync(source) });
          for (const beside of readdirSync(dirname(source)).filter((other) => other.startsWith("LICENSE_")))
            this.emitFile({
              type: "asset",
              fileName: join(folder, beside),
              source: readFileSync(join(dirname(source), beside)),
            });
          this.emitFile({
            type: "asset",
            fileName: join(folder, `LICENSE.${owner.replace("/", "-")}`),
            source: readFileSync(licence),
          });
          return `${start}./${file}${rest}`;
        },
      );
      return shipped === code ? undefined : { code: shipped, map: null };
    },
  };
}

/** The doors of a package and its workers (`name-worker.ts`), which a page loads as modules of their own. */
function entriesOf(name: string): Record<string, string> {
  const folder = `packages/${name}/src/`;
  const doors = Object.values(packages[name]?.doors ?? {}).filter((source) => source.endsWith(".ts"));
  if (doors.length === 0) throw new Error(`There is no package "${name}". Known: ${Object.keys(packages).join(", ")}.`);
  const workers = readdirSync(at(`./${folder}`), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith("-worker.ts"))
    .map((file) => folder + file);
  return Object.fromEntries(
    [...doors, ...workers].map((source) => [source.slice(folder.length).replace(/\.ts$/, ""), at(`./${source}`)]),
  );
}

function libraryConfig(name: string): ViteUserConfig {
  const external = packages[name]?.dependencies ?? [];
  return {
    root: at(`./packages/${name}`),
    publicDir: false,
    plugins: [shipFiles(name), keepUrls()],
    build: {
      target: "es2022",
      outDir: at(`./packages/${name}/dist`),
      emptyOutDir: false,
      sourcemap: true,
      minify: false,
      lib: {
        entry: entriesOf(name),
        formats: ["es"],
      },
      rolldownOptions: {
        external: (id) =>
          id.startsWith("node:") || external.some((known) => id === known || id.startsWith(`${known}/`)),
        // A file a module, so that `sideEffects: false` lets a bundler drop whole files.
        output: {
          preserveModules: true,
          preserveModulesRoot: at(`./packages/${name}/src`),
          entryFileNames: "[name].js",
        },
      },
    },
  };
}

/** What the widgets draw with: one implementation of every prompt, and no React in the pages of those who have none. */
const preactAliases = [
  { find: /^react(-dom)?$/, replacement: "preact/compat" },
  { find: /^react-dom\/client$/, replacement: "preact/compat/client" },
  { find: /^react\/jsx(-dev)?-runtime$/, replacement: "preact/jsx-runtime" },
];

/**
 * The widgets: whole programs for a script tag, with everything in them; what few pages need comes when it is needed.
 *
 * @param doors - those that may share chunks
 */
function widgetsConfig(doors: (door: string) => boolean): ViteUserConfig {
  const entries = Object.entries(entriesOf("widgets")).filter(([door]) => doors(door));
  return {
    root: at("./packages/widgets"),
    publicDir: false,
    base: "./",
    resolve: { alias: [...sourceAliases, ...preactAliases] },
    plugins: [promptTheme(), plainImports(), assetLicences()],
    build: {
      target: "es2022",
      // `light-dark()` goes out as it is written.
      cssTarget: ["chrome123", "firefox120", "safari17.5"],
      outDir: at("./packages/widgets/dist"),
      emptyOutDir: false,
      sourcemap: true,
      modulePreload: false,
      assetsInlineLimit: 0,
      // The embed has nothing of others in it.
      license: doors !== isEmbed && { fileName: "THIRD-PARTY-LICENSES.md" },
      rolldownOptions: {
        input: Object.fromEntries(entries),
        preserveEntrySignatures: "strict",
        output: {
          entryFileNames: "[name].js",
          chunkFileNames: "parts/[name]-[hash].js",
          assetFileNames: "parts/[name]-[hash][extname]",
          // All that every element needs is one file: cut where lazy parts share something it would be a dozen.
          codeSplitting: { groups: [{ name: "elements", test: /define-elements\.ts$/ }] },
        },
      },
    },
  };
}

/** The embed shares no chunk with the elements: a page of another site would load them all. */
const isEmbed = (door: string): boolean => door === "embed";

const demoConfig: ViteUserConfig = {
  root: at("./demo"),
  publicDir: at("./public"),
  // Relative, so that the built demo can be served from any folder.
  base: "./",
  resolve: { alias: sourceAliases },
  server: { port: 5173, host: "127.0.0.1" },
  preview: { port: 4173, host: "127.0.0.1" },
  build: {
    target: "es2022",
    outDir: at("./demo/dist"),
    emptyOutDir: true,
    sourcemap: true,
    rolldownOptions: {
      input: [at("./demo/index.html"), at("./demo/gallery.html"), at("./demo/embed.html"), at("./demo/login.html")],
    },
  },
};

/** What `npm run size` bundles with: the sources as an app would take them, and nothing of the demo. */
const sizeConfig: ViteUserConfig = {
  root: at("."),
  publicDir: false,
  resolve: { alias: sourceAliases },
};

const chromiumPath = findChromium();
const shared = sharedFolder();
/** How long `npm run fuzz` tries each property; "" in every other run. */
const fuzzSeconds = process.env.HOLDPOINT_FUZZ_SECONDS ?? "";

/** Anew for each project: vitest writes the project's name into it. */
const chromiumBrowser = () => ({
  enabled: true,
  headless: true,
  screenshotFailures: false,
  provider: playwright({
    launchOptions: {
      ...(chromiumPath === undefined ? {} : { executablePath: chromiumPath }),
      args: chromiumFlags,
    },
  }),
  instances: [{ browser: "chromium" as const }],
});

/** Known beforehand, so that no test file is reloaded because a dependency was found on the way. */
const browserDependencies = [
  "@tanstack/react-virtual",
  "@testing-library/dom",
  "@testing-library/react",
  "@testing-library/user-event",
  "axe-core",
  "fast-check",
  "idb",
  "mdast-util-from-markdown",
  "mdast-util-gfm",
  "micromark-extension-gfm",
  "pdfjs-dist/legacy/build/pdf.mjs",
  "react",
  "react-dom",
  "react-dom/client",
  "react-dom/server",
  "react/jsx-dev-runtime",
  "react/jsx-runtime",
  "react-markdown",
  "remark-gfm",
  "remend",
  "zustand",
  "zustand/vanilla",
];

/** What the tests of components look for may take as long to come as what other tests poll for. */
const patience = at("./packages/react/src/patience.fixture.ts");

const react18 = (file: string): string => at(`./react-18/node_modules/${file}`);
const react18Aliases = [
  { find: /^react$/, replacement: react18("react/index.js") },
  { find: /^react\/(jsx-runtime|jsx-dev-runtime)$/, replacement: react18("react/$1.js") },
  { find: /^react-dom$/, replacement: react18("react-dom/index.js") },
  { find: /^react-dom\/(client|test-utils)$/, replacement: react18("react-dom/$1.js") },
  { find: /^react-dom\/server$/, replacement: react18("react-dom/server.browser.js") },
];

const testConfig: ViteUserConfig = {
  root: at("."),
  publicDir: at("./public"),
  resolve: { alias: sourceAliases },
  // Reference cases are read in place, never copied.
  server: { fs: { allow: [at("."), ...(shared === undefined ? [] : [shared])] } },
  test: {
    // A rule without a test is no rule: `npm test` counts on this.
    passWithNoTests: false,
    // How long something may take to come is no rule: a machine that has much to do is no failure.
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "node",
          environment: "node",
          provide: { fuzzSeconds },
          // Nothing in here waits for time.
          testTimeout: 30_000,
          include: ["packages/*/{src,bin}/**/*.test.{ts,tsx}", "demo/**/*.test.{ts,tsx}"],
          exclude: ["**/node_modules/**", "**/dist/**", "**/*.browser.test.*", "**/*.e2e.test.*"],
          typecheck: {
            enabled: true,
            checker: "tsc",
            include: ["packages/*/src/**/*.test-d.{ts,tsx}"],
            tsconfig: at("./tsconfig.test-d.json"),
            // Errors in sources are the type-check's to report, once.
            ignoreSourceErrors: true,
          },
        },
      },
      {
        extends: true,
        test: {
          name: "chromium",
          testTimeout: 30_000,
          provide: { sharedFolder: shared ?? "", reactMajor: "19", fuzzSeconds },
          include: ["packages/*/src/**/*.browser.test.{ts,tsx}", "demo/**/*.browser.test.{ts,tsx}"],
          exclude: ["**/node_modules/**", "**/dist/**"],
          setupFiles: [patience],
          browser: chromiumBrowser(),
        },
        optimizeDeps: { include: browserDependencies },
      },
      {
        extends: true,
        // The older React that is promised: what holds state and what draws it, once more.
        cacheDir: at("./node_modules/.vite-react-18"),
        resolve: { alias: react18Aliases },
        test: {
          name: "react-18",
          testTimeout: 30_000,
          provide: { reactMajor: "18" },
          include: ["packages/react/src/{hooks,components/timeline}/**/*.browser.test.tsx"],
          exclude: ["**/node_modules/**", "**/dist/**"],
          setupFiles: [patience],
          browser: chromiumBrowser(),
        },
        optimizeDeps: { include: browserDependencies },
      },
      {
        extends: true,
        test: {
          name: "e2e",
          environment: "node",
          globalSetup: [at("./demo/e2e/serve-demo.ts")],
          include: ["packages/*/{src,bin}/**/*.e2e.test.ts", "demo/**/*.e2e.test.ts"],
          exclude: ["**/node_modules/**", "**/dist/**"],
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
};

export default defineConfig(({ mode }) => {
  if (mode === "package:widgets") return widgetsConfig((door) => !isEmbed(door));
  if (mode === "package:widgets/embed") return widgetsConfig(isEmbed);
  if (mode.startsWith("package:")) return libraryConfig(mode.slice("package:".length));
  if (mode === "size") return sizeConfig;
  // By the mode and not by the environment: an end-to-end test serves the demo from inside vitest.
  return mode === "test" ? testConfig : demoConfig;
});
