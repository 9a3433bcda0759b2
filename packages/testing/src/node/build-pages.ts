import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

/**
 * Builds the widgets as they are published, below `holdpoint/` in a folder, and beside them scripts for pages of a
 * test: `name.js` for each.
 */
export async function buildPages(folder: string, scripts: Readonly<Record<string, URL>>): Promise<void> {
  const configFile = fileURLToPath(new URL("../../../../vite.config.ts", import.meta.url));
  const common = { configFile, logLevel: "error" } as const;
  const input = Object.fromEntries(Object.entries(scripts).map(([name, url]) => [name, fileURLToPath(url)]));
  await asPublished(async () => {
    await build({ ...common, mode: "package:widgets", build: { outDir: join(folder, "holdpoint") } });
    await build({
      ...common,
      mode: "size",
      build: {
        outDir: folder,
        emptyOutDir: false,
        modulePreload: false,
        rolldownOptions: {
          input,
          output: { entryFileNames: "[name].js", assetFileNames: "[name][extname]" },
        },
      },
    });
  });
}

/** Inside a test vite would build for development. */
async function asPublished(make: () => Promise<void>): Promise<void> {
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = "production";
  try {
    await make();
  } finally {
    process.env.NODE_ENV = before;
  }
}
