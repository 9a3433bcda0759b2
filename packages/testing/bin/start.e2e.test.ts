import { type ChildProcess, spawn } from "node:child_process";
import { createServer, type Server } from "node:net";
import { afterEach, expect, test } from "vitest";
import { repositoryRoot } from "./repository.mjs";

const opened: { server?: Server; program?: ChildProcess } = {};

afterEach(async () => {
  const { server, program } = opened;
  if (program && program.exitCode === null) {
    const ended = new Promise((resolve) => program.once("exit", resolve));
    program.kill("SIGTERM");
    await ended;
  }
  if (server) await new Promise((resolve) => server.close(resolve));
});

test("npm start serves the demo on another port when the preferred one is taken, and says which", async () => {
  const server = createServer();
  opened.server = server;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const taken = server.address();
  if (taken === null || typeof taken === "string") throw new Error("The server has no port.");

  const address = await startDemo(taken.port);

  expect(address).not.toContain(`:${taken.port}/`);
  const page = await fetch(address);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('<div id="root">');
});

/** Starts `npm start` and waits for the address it prints. */
function startDemo(preferredPort: number): Promise<string> {
  const program = spawn(process.execPath, ["packages/testing/bin/start.mjs"], {
    cwd: repositoryRoot,
    env: { ...process.env, PORT: String(preferredPort) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  opened.program = program;
  return new Promise((resolve, reject) => {
    let output = "";
    const read = (text: Buffer): void => {
      output += text.toString();
      const address = /Holdpoint demo: (http\S+)/.exec(output)?.[1];
      if (address !== undefined) resolve(address);
    };
    program.stdout.on("data", read);
    program.stderr.on("data", read);
    program.once("exit", () => reject(new Error(`npm start ended before it printed an address:\n${output}`)));
  });
}
