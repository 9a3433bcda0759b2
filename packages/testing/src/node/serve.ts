import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** A Vite app, built and served. */
export interface ServedApp {
  /** With a slash at the end. */
  readonly url: string;
  /** Stops the server and removes what was built. */
  close(): Promise<void>;
}

/** Which app. */
export interface ServeOptions {
  /** The folder that holds `vite.config.ts`. */
  readonly folder: string;
  /** @default 0, a free one */
  readonly port?: number;
  /** Headers of every response, such as a Content Security Policy to test under. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Builds a Vite app into a folder of its own and serves the build on this machine: what people will get, not what the
 * development server makes of it.
 * @throws Error with the output of the build when it fails.
 */
export async function serveApp(options: ServeOptions): Promise<ServedApp> {
  const outDir = mkdtempSync(join(tmpdir(), "holdpoint-app-"));
  await build(options.folder, outDir);
  const { preview } = await import("vite");
  const server = await preview({
    configFile: false,
    root: options.folder,
    logLevel: "error",
    base: "./",
    build: { outDir },
    preview: { host: "127.0.0.1", port: options.port ?? 0, headers: { ...options.headers } },
  });
  const url = server.resolvedUrls?.local[0];
  if (url === undefined) throw new Error("The server has no address.");
  return {
    url,
    async close() {
      await server.close();
      rmSync(outDir, { recursive: true, force: true });
    },
  };
}

/** In a process of its own: a configuration may ask whether it runs inside a test, and this build is none. */
function build(folder: string, outDir: string): Promise<void> {
  const vite = join(dirname(createRequire(import.meta.url).resolve("vite/package.json")), "bin/vite.js");
  const { VITEST: _vitest, NODE_ENV: _nodeEnv, ...env } = process.env;
  const child = spawn(process.execPath, [vite, "build", "--outDir", outDir, "--emptyOutDir", "--logLevel", "warn"], {
    cwd: folder,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const collect = (chunk: Buffer): void => {
    output += chunk.toString();
  };
  child.stdout.on("data", collect);
  child.stderr.on("data", collect);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => {
      if (code === 0) resolve();
      else reject(new Error(`vite build in ${folder} ended with ${code}:\n${output}`));
    });
  });
}
