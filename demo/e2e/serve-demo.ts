import { fileURLToPath } from "node:url";
import { serveApp } from "@holdpoint/testing/node";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** Where the built demo is served, with a slash at the end. */
    readonly demoUrl: string;
  }
}

/**
 * The strictest policy the demo works under, and every test runs under it: whatever breaks it shows as an error in the
 * tab. `blob:` is where stored pictures and sound come from; the ledger and the models of tests are on this machine.
 */
const contentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "media-src 'self' blob:",
  "connect-src 'self' http://127.0.0.1:*",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join("; ");

/** Builds the demo once for all end-to-end tests and serves the build. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const app = await serveApp({
    folder: fileURLToPath(new URL("../..", import.meta.url)),
    headers: { "content-security-policy": contentSecurityPolicy },
  });
  project.provide("demoUrl", app.url);
  return () => app.close();
}
