import { fileURLToPath } from "node:url";
import { checkRecordings } from "../src/node/recorded.ts";
import { sharedFolder } from "../src/node/shared-folder.ts";

// npm run recorded -- [folder]: every recorded reply through the client, at every chunking.
// Without a folder: the shared collection, where there is one, and the few composed ones that ship with the package.

const shared = sharedFolder();
const own = fileURLToPath(new URL("../recordings", import.meta.url));
const [, , wanted] = process.argv;
const folders = wanted !== undefined ? [wanted] : shared !== undefined ? [`${shared}/recorded`, own] : [own];
if (wanted === undefined && shared === undefined) {
  console.log("No shared recordings here (set HOLDPOINT_SHARED): only those that ship are checked.");
}

let passed = 0;
let failed = 0;
for (const folder of folders) {
  const results = await checkRecordings(folder);
  for (const { file, problems } of results) {
    if (problems.length > 0) console.log(`FAILED ${file}\n${problems.map((line) => `    ${line}`).join("\n")}`);
  }
  const wrong = results.filter(({ problems }) => problems.length > 0).length;
  console.log(`${results.length} recordings of ${folder}, ${wrong} of them failed`);
  passed += results.length - wrong;
  failed += wrong;
}
console.log(`${passed} passed, ${failed} failed`);
if (failed > 0 || passed === 0) process.exitCode = 1;
