import { type ChildProcess, spawn } from "node:child_process";
import { accessSync, constants, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import type { Browser, BrowserContext } from "playwright-core";

/** How a browser is started. */
export interface LaunchOptions {
  /** The folder of the profile; one that exists is used again. @default a new one, removed with the browser */
  readonly profile?: string;
  /** @default `CHROMIUM_PATH`, else the first Chromium or Chrome on the PATH */
  readonly executablePath?: string;
  readonly args?: readonly string[];
}

/** A Chromium of our own, as a person would have started it: one profile, its storage kept over restarts. */
export interface LaunchedBrowser {
  readonly context: BrowserContext;
  readonly profile: string;
  readonly pid: number;
  /** Ends every process of this browser at once with SIGKILL, as a crash or a power cut does. The profile stays. */
  kill(): Promise<void>;
  /** Closes it in good order, and removes the profile unless it was given. */
  close(): Promise<void>;
}

/**
 * Starts Chromium headless on a profile.
 * @throws Error when there is no Chromium, or it does not come up within 30 seconds.
 */
export async function launchChromium(options: LaunchOptions = {}): Promise<LaunchedBrowser> {
  const executable = options.executablePath ?? findChromium();
  if (executable === undefined) {
    throw new Error("No Chromium was found. Install Chromium or Chrome, or set CHROMIUM_PATH to its executable.");
  }
  const profile = options.profile ?? mkdtempSync(join(tmpdir(), "holdpoint-profile-"));
  // What a killed browser left behind: its port, which the new one writes anew, and its lock.
  for (const name of ["DevToolsActivePort", "SingletonLock", "SingletonSocket", "SingletonCookie"]) {
    rmSync(join(profile, name), { force: true });
  }
  // Started by hand and not by playwright: only then is the process ours to kill. In a group of its own, so that
  // renderers and the network service die with it.
  const process = spawn(
    executable,
    [...flags, ...(options.args ?? []), `--user-data-dir=${profile}`, "--remote-debugging-port=0", "about:blank"],
    { detached: true, stdio: "ignore" },
  );
  const { pid } = process;
  if (pid === undefined) throw new Error(`${executable} could not be started.`);
  const exited = new Promise<void>((resolve) => process.once("exit", () => resolve()));

  let browser: Browser;
  try {
    // Only here: who wants a middleware and no browser need not install it.
    const { chromium } = await import("playwright-core");
    browser = await chromium.connectOverCDP(await readAddress(profile, process));
  } catch (error) {
    killGroup(pid);
    throw error;
  }
  const [context] = browser.contexts();
  if (context === undefined) throw new Error("Chromium came up without a default context.");

  const removeProfile = (): void => {
    // Chromium may still be writing its last files for a moment after it has gone.
    if (options.profile === undefined)
      rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
  return {
    context,
    profile,
    pid,
    async kill() {
      killGroup(pid);
      await exited;
    },
    async close() {
      if (process.exitCode === null && process.signalCode === null) {
        const session = await browser.newBrowserCDPSession();
        // The browser is gone before it can answer; its exit is what counts.
        await Promise.race([session.send("Browser.close"), exited]);
        await exited;
      }
      removeProfile();
    },
  };
}

/** Without these a headless Chromium asks Google's hosts at every start; as root it needs `--no-sandbox`. */
export const flags: readonly string[] = [
  "--headless=new",
  // A desk, not the 800 by 600 that headless begins with.
  "--window-size=1280,900",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--no-default-browser-check",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-default-apps",
  "--disable-domain-reliability",
  "--disable-sync",
  "--metrics-recording-only",
  // A killed browser must not greet the next start with a bubble or its old tabs.
  "--hide-crash-restore-bubble",
  "--disable-session-crashed-bubble",
];

/** `CHROMIUM_PATH` when set, else the first known name on the PATH. */
export function findChromium(): string | undefined {
  const wanted = process.env.CHROMIUM_PATH;
  if (wanted !== undefined && wanted !== "") return isExecutable(wanted) ? wanted : undefined;
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  return ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch (error) {
    if (error instanceof Error) return false;
    throw error;
  }
}

/** Chromium writes its port into the profile when it is ready. */
async function readAddress(profile: string, child: ChildProcess): Promise<string> {
  const file = join(profile, "DevToolsActivePort");
  const giveUpAt = Date.now() + 30_000;
  while (Date.now() < giveUpAt) {
    if (child.exitCode !== null) throw new Error(`Chromium ended with ${child.exitCode} before it was ready.`);
    const [port, path] = readIfThere(file).split("\n");
    if (port !== undefined && path !== undefined && path !== "") return `ws://127.0.0.1:${port}${path}`;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("Chromium did not come up within 30 seconds.");
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
    throw error;
  }
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch (error) {
    // Gone already.
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}
