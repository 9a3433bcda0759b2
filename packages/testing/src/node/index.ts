export { findChromium, type LaunchedBrowser, type LaunchOptions, launchChromium } from "./launch.ts";
export { type Ledger, type LedgerEntry, startLedger } from "./ledger.ts";
export { pressUntil, pressUntilGone } from "./press-until.ts";
export { type ServedApp, type ServeOptions, serveApp } from "./serve.ts";
export { sharedFolder } from "./shared-folder.ts";
export { openTab, type Tab, watchProblems } from "./tabs.ts";
export { type FetchHandler, type MiddlewareOptions, toMiddleware } from "./to-middleware.ts";
