import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SCENARIOS, type Scenario, WORKER_SCRIPT } from "../../durability/scenario.ts";
import { createScriptedModel, type ScriptedModel } from "../../scripted-model.ts";
import { buildScript } from "../build-script.ts";
import { type LaunchedBrowser, launchChromium } from "../launch.ts";
import { type Ledger, startLedger } from "../ledger.ts";
import { closeServer, listen } from "../local-server.ts";
import { toMiddleware } from "../to-middleware.ts";
import type { PagePlan } from "./kill-report.ts";

/** A browser that can be killed, a page for it, and outside of it a model and a ledger of what tools really did. */
export interface KillStage {
  readonly browser: LaunchedBrowser;
  readonly ledger: Ledger;
  /** Ends the browser with SIGKILL and starts it again on the same profile. */
  killBrowser(): Promise<void>;
  /** The address of a page that follows a plan. */
  pageUrl(plan: Pick<PagePlan, "scenario" | "runId" | "kill">): string;
  close(): Promise<void>;
}

/** @param page the name of the fixture beside this file that the page is made of */
export async function startKillStage(page = "kill-page"): Promise<KillStage> {
  const folder = mkdtempSync(join(tmpdir(), "holdpoint-kill-"));
  const models = new Map<string, ScriptedModel>();
  const scenarios = new Map<string, Scenario>();
  const ledger = await startLedger();
  const script = await buildScript(new URL(`./${page}.fixture.ts`, import.meta.url));
  const pages = createServer((request, response) => {
    const isScript = request.url === "/page.js";
    response.setHeader("content-type", isScript ? "text/javascript" : "text/html");
    response.end(isScript ? script : '<!doctype html><title>kill</title><script src="/page.js"></script>');
  });
  const endpoint = createServer(toMiddleware((request) => modelFor(request).handle(request), { cors: true }));
  const [pageUrl, modelUrl] = await Promise.all([listen(pages), listen(endpoint)]);
  const profile = join(folder, "profile");
  let browser = await launchChromium({ profile });

  /** Each run has models of its own: `/<runId>/<agent>/v1/…`. */
  function modelFor(request: Request): ScriptedModel {
    const [, runId = "", agent = ""] = new URL(request.url).pathname.split("/");
    const key = `${runId}/${agent}`;
    const known = models.get(key);
    if (known !== undefined) return known;
    const said = agent === "worker" ? WORKER_SCRIPT : (scenarios.get(runId)?.script ?? []);
    const model = createScriptedModel({ script: said, style: "openai" });
    models.set(key, model);
    return model;
  }

  return {
    get browser() {
      return browser;
    },
    ledger,
    async killBrowser() {
      await browser.kill();
      browser = await launchChromium({ profile });
    },
    pageUrl(plan) {
      const scenario = SCENARIOS.find(({ name }) => name === plan.scenario);
      if (scenario !== undefined) scenarios.set(plan.runId, scenario);
      const whole: PagePlan = { ...plan, modelUrl, ledgerUrl: ledger.url };
      return `${pageUrl}?${new URLSearchParams({ plan: JSON.stringify(whole) })}`;
    },
    async close() {
      // What stands in the profile is of no use to anybody.
      await browser.kill();
      await Promise.all([ledger.close(), closeServer(pages), closeServer(endpoint)]);
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}
