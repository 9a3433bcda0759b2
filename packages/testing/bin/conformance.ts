// Runs every scenario of a folder against the client: `npm run conformance -- [folder]`. Without a folder: the shared
// scenarios, where they are, and our own. One line a scenario, what differs below it; exit 1 on any failure.
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { runScenario } from "../src/conformance/run-scenario.ts";
import { loadScenarios } from "../src/node/load-scenarios.ts";
import { sharedFolder } from "../src/node/shared-folder.ts";

const rejections: unknown[] = [];
process.on("unhandledRejection", (reason) => rejections.push(reason));

const folders = chooseFolders(process.argv[2]);
let passed = 0;
let failed = 0;
for (const folder of folders) {
  console.log(folder);
  for (const loaded of loadScenarios(folder)) {
    const outcome =
      "scenario" in loaded
        ? await runScenario(loaded.scenario, { unhandledRejections: () => rejections.splice(0) })
        : { name: loaded.file, passed: false, report: `  could not be read: ${String(loaded.error)}` };
    console.log(`${outcome.passed ? "ok  " : "FAIL"} ${outcome.name}`);
    if (outcome.passed) passed += 1;
    else {
      failed += 1;
      console.log(outcome.report);
    }
  }
}
if (passed + failed === 0) console.log(`No scenario was found in ${folders.join(", ")}.`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;

function chooseFolders(given: string | undefined): readonly string[] {
  if (given !== undefined) return [resolve(given)].filter((folder) => existsSync(folder));
  const shared = sharedFolder();
  const conformance = shared === undefined ? undefined : `${shared}/conformance`;
  if (conformance === undefined || !existsSync(conformance)) {
    console.log("The shared scenarios are not here (set HOLDPOINT_SHARED); running our own.");
  }
  const own = fileURLToPath(new URL("../scenarios", import.meta.url));
  return [conformance, own].filter((folder) => folder !== undefined).filter((folder) => existsSync(folder));
}
