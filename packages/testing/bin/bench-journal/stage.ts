import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { buildScript } from "../../src/node/build-script.ts";
import { closeServer, listen } from "../../src/node/local-server.ts";
import { launchRawChromium, type RawTab } from "../../src/node/raw-chromium.ts";

/** A browser with the page of the benchmark. */
export interface BenchStage {
  open(): Promise<RawTab>;
  /** What all processes of the browser have written to disks so far, in bytes; what is cached to be written counts. */
  bytesWritten(): number;
  close(): Promise<void>;
}

export async function startBenchStage(): Promise<BenchStage> {
  const script = await buildScript(new URL("./page.ts", import.meta.url));
  const server = createServer((request, response) => {
    const isScript = request.url === "/page.js";
    response.setHeader("content-type", isScript ? "text/javascript" : "text/html");
    response.end(isScript ? script : '<!doctype html><title>bench</title><script src="/page.js"></script>');
  });
  const url = await listen(server);
  const chromium = await launchRawChromium(["--enable-precise-memory-info", "--js-flags=--expose-gc"]);
  return {
    open: () => chromium.open(url),
    bytesWritten: () => bytesOfGroup(chromium.pid),
    async close() {
      await chromium.close();
      await closeServer(server);
    },
  };
}

function bytesOfGroup(group: number): number {
  let sum = 0;
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      // After the name in brackets: state, parent, group.
      const [, , inGroup] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").pop()?.split(" ") ?? [];
      if (Number(inGroup) !== group) continue;
      sum += Number(/^write_bytes: (\d+)/m.exec(readFileSync(`/proc/${pid}/io`, "utf8"))?.[1] ?? 0);
    } catch (error) {
      // Gone between the two readings.
      if (!(error instanceof Error && "code" in error)) throw error;
    }
  }
  return sum;
}
