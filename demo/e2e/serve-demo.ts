import { fileURLToPath } from "node:url";
import { serveApp } from "@holdpoint/testing/node";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** Where the built demo is served, with a slash at the end. */
    readonly demoUrl: string;
  }
}

/** Builds the demo once for all end-to-end tests and serves the build. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const app = await serveApp({ folder: fileURLToPath(new URL("../..", import.meta.url)) });
  project.provide("demoUrl", app.url);
  return () => app.close();
}
