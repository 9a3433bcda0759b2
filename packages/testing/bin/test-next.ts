// npm run test:next: a new Next.js app from the packed packages, with the files of the guide docs/next-js.md as they
// stand there: built for production, served, hydrated, stopped at a hold point, reloaded, killed, and gone on with.
// Downloads Next.js, so it is no part of `npm test`. `npm run test:next -- <folder>` makes the app there and keeps it:
// the next run with that folder downloads nothing again.
import { strict as assert } from "node:assert";
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { createScriptedModel } from "@holdpoint/testing";
import { type LaunchedBrowser, launchChromium, openTab, toMiddleware } from "@holdpoint/testing/node";
import type { Page } from "playwright-core";
import { readGuides } from "./docs.mjs";
import { pressButton } from "./press-button.ts";
import { repositoryRoot } from "./repository.mjs";

const nextVersion = "16.4.6";
const packages = ["core", "idb", "react"];

let passed = 0;
let failed = 0;
const endings: (() => void | Promise<void>)[] = [];

async function step(name: string, act: () => Promise<void>): Promise<void> {
  const begun = Date.now();
  try {
    await act();
    passed += 1;
    console.log(`ok      ${name}  (${((Date.now() - begun) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED  ${name}\n${error instanceof Error ? error.stack : String(error)}`);
    throw error;
  }
}

const [kept] = process.argv.slice(2);
const folder = kept === undefined ? mkdtempSync(join(tmpdir(), "holdpoint-next-")) : resolve(kept);
mkdirSync(folder, { recursive: true });
if (kept === undefined) {
  endings.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }));
}

try {
  await main();
} catch (error) {
  if (failed === 0) throw error;
} finally {
  for (const end of endings.reverse()) await end();
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

async function main(): Promise<void> {
  await step("the packages are built, packed and installed beside Next.js", async () => {
    await run("node", ["packages/testing/bin/build.mjs", ...packages], repositoryRoot);
    const tarballs: string[] = [];
    for (const name of packages) {
      const packing = ["pack", "--json", "--pack-destination", folder];
      const [packed] = JSON.parse(await run("npm", packing, join(repositoryRoot, "packages", name)));
      tarballs.push(`./${packed.filename}`);
    }
    const { devDependencies } = JSON.parse(readFileSync(join(repositoryRoot, "package.json"), "utf8"));
    const same = ["react", "react-dom", "typescript", "@types/node", "@types/react"];
    write("package.json", JSON.stringify({ name: "app", private: true }));
    const wanted = [`next@${nextVersion}`, ...same.map((name) => `${name}@${devDependencies[name]}`), ...tarballs];
    await run("npm", ["install", "--no-audit", "--no-fund", ...wanted], folder);
  });

  // Every app has an icon, create-next-app's too; without one the browser complains of it.
  write("public/favicon.ico", "");
  const guide = readGuides().find(({ name }) => name === "next-js");
  for (const [path, code] of guide?.files ?? []) write(path, code);

  await step("the app of the guide is built for production, types included", async () => {
    const output = await run("npx", ["next", "build"], folder);
    assert.match(output, /○|ƒ/, "the build lists its routes");
  });

  const model = createScriptedModel({
    script: [
      {
        when: { user: "refund" },
        reply: { text: "I will ask.", calls: [{ name: "refund_order", args: { orderId: "A-17" } }] },
        times: 2,
      },
      {
        when: { results: [{ tool: "refund_order", output: "A-17 is paid back" }] },
        reply: "It is on its way.",
        times: 2,
      },
    ],
  });
  const keys: (string | null)[] = [];
  const provider = createServer(
    toMiddleware((request) => {
      keys.push(request.headers.get("authorization"));
      return model.handle(request);
    }),
  );
  const modelUrl = `http://127.0.0.1:${await listen(provider)}`;
  endings.push(() => {
    provider.closeAllConnections();
    provider.close();
  });
  const url = await startNext({ MODEL_URL: modelUrl, OPENAI_API_KEY: "key-of-the-server" });

  await step("the server renders the page without a run, and no global of a browser is missed", async () => {
    const html = await (await fetch(url)).text();
    assert.match(html, /What can I do for you\?/);
    assert.match(html, /<textarea/);
  });

  const profile = mkdtempSync(join(tmpdir(), "holdpoint-next-profile-"));
  endings.push(() => rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }));
  let browser: LaunchedBrowser = await launchChromium({ profile });
  endings.push(() => browser.close());

  await step(
    "the page is hydrated without a complaint, asks before the refund, and still asks after a reload",
    async () => {
      const { page, problems } = await openTab(browser.context, url);
      await say(page, "Please refund A-17");
      await prompt(page).getByText("A-17").first().waitFor();
      await page.reload();
      await prompt(page).getByText("A-17").first().waitFor();
      await pressButton(prompt(page), "Approve");
      await said(page, "It is on its way.");
      assert.deepEqual(problems, []);
    },
  );

  await step("a browser that is killed while it asks goes on where it was, and the refund is made once", async () => {
    const { page } = await openTab(browser.context, url);
    await say(page, "Please refund A-17 again");
    await prompt(page).getByText("A-17").first().waitFor();
    const place = page.url();
    await browser.kill();
    browser = await launchChromium({ profile });
    const { page: next, problems } = await openTab(browser.context, place);
    await pressButton(prompt(next), "Approve");
    await said(next, "It is on its way.");
    const again = await fetch(new URL("api/refunds", url), {
      method: "POST",
      body: JSON.stringify({ orderId: "none" }),
    });
    const { refunds } = (await again.json()) as { refunds: number };
    // The two of the agent, and this one that counts them.
    assert.equal(refunds, 3);
    assert.deepEqual(problems, []);
  });

  await step("the key never left the server", async () => {
    assert.equal(keys.length, 4);
    assert.ok(keys.every((key) => key === "Bearer key-of-the-server"));
    model.assertDone();
  });
}

async function say(page: Page, words: string): Promise<void> {
  await page.getByRole("textbox", { name: "Message" }).fill(words);
  await page.keyboard.press("Enter");
}

function said(page: Page, words: string): Promise<void> {
  return page.getByRole("region", { name: "Conversation" }).getByText(words).waitFor();
}

function prompt(page: Page) {
  return page.getByRole("article", { name: "Approve refund_order?" });
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

async function startNext(env: Record<string, string>): Promise<string> {
  // A port that is free now; Next.js does not tell which one it took.
  const probe = createServer();
  const port = await listen(probe);
  await new Promise((resolve) => probe.close(resolve));
  const next = join(folder, "node_modules/next/dist/bin/next");
  const server: ChildProcess = spawn(process.execPath, [next, "start", "-H", "127.0.0.1", "-p", String(port)], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "inherit"],
    detached: true,
  });
  endings.push(() => {
    if (server.pid !== undefined && server.exitCode === null) process.kill(-server.pid, "SIGKILL");
  });
  const url = `http://127.0.0.1:${port}/`;
  const until = Date.now() + 60_000;
  for (;;) {
    const isUp = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return url;
    if (server.exitCode !== null || Date.now() > until) throw new Error("Next.js did not start.");
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

function listen(server: ReturnType<typeof createServer>): Promise<number> {
  return new Promise((resolve, reject) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      if (address === null || typeof address === "string") reject(new Error("no port"));
      else resolve(address.port);
    });
  });
}

/** Runs a program to its end. @throws Error with what it printed when it fails. */
function run(program: string, options: readonly string[], cwd: string): Promise<string> {
  const child = spawn(program, options, {
    cwd,
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  let complaints = "";
  child.stdout.on("data", (text: Buffer) => {
    output += text.toString();
  });
  child.stderr.on("data", (text: Buffer) => {
    complaints += text.toString();
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => {
      if (code === 0) resolve(output);
      else reject(new Error(`${program} ${options.join(" ")} ended with ${code}:\n${output}${complaints}`));
    });
  });
}
