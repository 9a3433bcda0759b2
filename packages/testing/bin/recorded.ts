import { checkRecordings } from "../src/node/recorded.ts";
import { sharedFolder } from "../src/node/shared-folder.ts";

// npm run recorded -- [folder]: every recorded reply through the client, at every chunking.

const shared = sharedFolder();
const folder = process.argv[2] ?? (shared && `${shared}/recorded`);
if (folder === undefined) {
  console.log("No recordings here: set HOLDPOINT_SHARED or name a folder. Nothing was checked.");
  console.log("0 passed, 0 failed");
} else {
  const results = await checkRecordings(folder);
  const failed = results.filter(({ problems }) => problems.length > 0);
  for (const { file, problems } of failed)
    console.log(`FAILED ${file}\n${problems.map((line) => `    ${line}`).join("\n")}`);
  console.log(`${results.length} recordings of ${folder}`);
  console.log(`${results.length - failed.length} passed, ${failed.length} failed`);
  if (failed.length > 0 || results.length === 0) process.exitCode = 1;
}
