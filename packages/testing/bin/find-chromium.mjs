// Where a Chromium lives on this machine. Plain JavaScript: it runs before anything is installed.
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/**
 * Finds a Chromium to test in: `CHROMIUM_PATH` when set, else the first known name on the PATH.
 *
 * @returns {string | undefined} the path of the executable, `undefined` when there is none
 */
export function findChromium() {
  const wanted = process.env.CHROMIUM_PATH;
  if (wanted) return isExecutable(wanted) ? wanted : undefined;
  for (const name of names) {
    for (const folder of (process.env.PATH ?? "").split(delimiter)) {
      const path = join(folder, name);
      if (folder !== "" && isExecutable(path)) return path;
    }
  }
  return undefined;
}

/**
 * Flags for a headless Chromium that asks nothing of the network: without them it looks up Google's hosts at each start.
 * `--no-sandbox` because test machines run as root, where Chromium refuses to start sandboxed.
 */
export const chromiumFlags = [
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
  // Every other name fails at once, so that a test which needs the network cannot pass here by accident.
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1, EXCLUDE [::1]",
];

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch (error) {
    // Missing or not executable: both mean "not this one", and the caller says what to install.
    if (error instanceof Error) return false;
    throw error;
  }
}
