import { fileURLToPath } from "node:url";

/** The sources that scripts of tests are built from. */
const doors = {
  "@holdpoint/core": "../../../core/src/index.ts",
  "@holdpoint/core/notify": "../../../core/src/notify.ts",
  "@holdpoint/core/store": "../../../core/src/store.ts",
  "@holdpoint/idb": "../../../idb/src/index.ts",
  "@holdpoint/testing": "../index.ts",
  "@holdpoint/testing/suites": "../suites.ts",
};

/** Builds one script, with all it imports, for a page or a worker of a test; gives its text. */
export async function buildScript(entry: URL): Promise<string> {
  const { build } = await import("vite");
  const built = await build({
    configFile: false,
    logLevel: "error",
    resolve: {
      alias: Object.entries(doors).map(([name, path]) => ({
        find: new RegExp(`^${name}$`),
        replacement: fileURLToPath(new URL(path, import.meta.url)),
      })),
    },
    build: {
      write: false,
      minify: false,
      lib: { entry: fileURLToPath(entry), formats: ["iife"], name: "script", fileName: () => "script.js" },
    },
  });
  const [output] = [built].flat();
  if (output === undefined || !("output" in output)) throw new Error(`${entry.pathname} was not built.`);
  return output.output[0].code;
}
