// npm start: installs what is missing, then serves the demo. Plain JavaScript, since nothing may be installed yet.
import { join } from "node:path";
import { ensureInstalled } from "./install.mjs";
import { repositoryRoot } from "./repository.mjs";

const problem = ensureInstalled();
if (problem !== undefined) {
  console.error(problem);
  process.exit(1);
}

const { createServer } = await import("vite");
const preferredPort = Number(process.env.PORT ?? 5173);
const server = await createServer({
  configFile: join(repositoryRoot, "vite.config.ts"),
  // The next free one is taken when another program has it.
  server: { port: preferredPort, strictPort: false },
});
await server.listen();

const address = server.resolvedUrls?.local[0] ?? `http://127.0.0.1:${server.config.server.port}/`;
if (!address.includes(`:${preferredPort}/`)) console.log(`Port ${preferredPort} is taken.`);
console.log(`Holdpoint demo: ${address}  (stop it with Ctrl+C)`);

for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => {
    server.close().then(
      () => process.exit(0),
      (error) => {
        console.error(error);
        process.exit(1);
      },
    );
  });
}
