import { createServer as createHttpServer, type Server } from "node:http";
import { createScriptedModel, type Script, type ScriptedModel } from "@holdpoint/testing";
import { type LaunchedBrowser, launchChromium, openTab, toMiddleware } from "@holdpoint/testing/node";
import { build, createServer, type ViteDevServer } from "vite";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { makePackedApp, type PackedApp, run } from "./packed-app.fixture.ts";
import { pressButton } from "./press-button.ts";
import { filesOf, readReadme } from "./readme.mjs";

/** The README's code, as it stands there, in an app as `npm create vite` makes one. */
let app: PackedApp;

beforeAll(async () => {
  app = await makePackedApp(["core", "idb", "react"]);
  app.write(
    "index.html",
    '<!doctype html><link rel="icon" href="data:," /><div id="root"></div><script type="module" src="/src/main.tsx"></script>',
  );
  app.write("src/main.tsx", codeOf("src/main.tsx"));
}, 240_000);

afterAll(() => app.remove());

describe("the page of the README", () => {
  test("type-checks as strictly as a new Vite app does", async () => {
    const options = {
      ...{ target: "ES2023", lib: ["ES2023", "DOM", "DOM.Iterable"], module: "ESNext", moduleResolution: "bundler" },
      ...{ jsx: "react-jsx", verbatimModuleSyntax: true, allowImportingTsExtensions: true, noEmit: true },
      ...{ strict: true, noUnusedLocals: true, noUnusedParameters: true, erasableSyntaxOnly: true },
      ...{ noUncheckedSideEffectImports: true, skipLibCheck: true, types: ["vite/client"] },
    };
    expect(await app.typeErrors(options)).toEqual([]);
  });

  test("is built by vite", async () => {
    const result = await build({ root: app.folder, configFile: false, logLevel: "error", build: { write: false } });
    expect(result).toHaveProperty("output");
  });

  test("asks before the refund, still asks after a reload, and goes on once it is approved", async () => {
    const { model, address, keys } = await serveModel([
      { when: { user: "refund" }, reply: { calls: [{ name: "refund_order", args: { orderId: "A-17" } }] } },
      { when: { results: [{ tool: "refund_order", output: "Order A-17 is paid back" }] }, reply: "It is on its way." },
    ]);
    const { page, problems } = await openTab((await launch()).context, await serveApp(address));
    await page.getByRole("textbox").fill("Please refund A-17");
    await page.keyboard.press("Enter");
    const prompt = page.getByRole("article", { name: "Approve refund_order?" });
    await prompt.getByText("A-17").first().waitFor();

    await page.reload();
    await prompt.getByText("A-17").first().waitFor();
    expect(model.requests).toHaveLength(1);
    await pressButton(prompt, "Approve");

    const conversation = page.getByRole("region", { name: "Conversation" });
    await conversation.getByText("It is on its way.").waitFor();
    model.assertDone();
    expect(model.requests).toHaveLength(2);
    expect(keys).toEqual(["Bearer key-of-the-server", "Bearer key-of-the-server"]);
    expect(problems).toEqual([]);
  });
});

test("the agent of the README runs in Node", async () => {
  const { model, address } = await serveModel([
    { when: { user: "coat" }, reply: { calls: [{ name: "get_weather", args: { city: "Bern" } }] } },
    { when: { results: [{ tool: "get_weather", output: "Sunny in Bern" }] }, reply: "No, it is warm." },
  ]);
  app.write("weather.mjs", replaced("weather.mjs", "https://api.anthropic.com", address));
  const { stdout } = await run(process.execPath, ["weather.mjs"], { cwd: app.folder });
  expect(stdout.trim()).toBe("No, it is warm.");
  model.assertDone();
});

/** The app as vite's dev server serves it, with the README's own proxy to `endpoint`. */
async function serveApp(endpoint: string): Promise<string> {
  app.write("vite.config.ts", replaced("vite.config.ts", "https://api.openai.com", endpoint));
  vi.stubEnv("OPENAI_API_KEY", "key-of-the-server");
  const server: ViteDevServer = await createServer({
    root: app.folder,
    logLevel: "error",
    server: { host: "127.0.0.1", port: 0 },
  });
  onTestFinished(() => server.close());
  await server.listen();
  const address = server.resolvedUrls?.local[0];
  if (address === undefined) throw new Error("The app has no address.");
  return address;
}

afterEach(() => void vi.unstubAllEnvs());

async function launch(): Promise<LaunchedBrowser> {
  const browser = await launchChromium();
  onTestFinished(() => browser.close());
  return browser;
}

/** A scripted model in place of the provider. */
async function serveModel(script: Script): Promise<{ model: ScriptedModel; address: string; keys: string[] }> {
  const model = createScriptedModel({ script });
  const keys: string[] = [];
  const server: Server = createHttpServer(
    toMiddleware((request) => {
      keys.push(request.headers.get("authorization") ?? "");
      return model.handle(request);
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The model has no port.");
  return { model, keys, address: `http://127.0.0.1:${address.port}` };
}

/** A file of the README with the provider's address replaced, and nothing else. */
function replaced(name: string, provider: string, address: string): string {
  const code = codeOf(name);
  if (code.split(provider).length !== 2) throw new Error(`${name} in the README names ${provider} not once.`);
  return code.replace(provider, address);
}

function codeOf(name: string): string {
  const code = filesOf(readReadme()).get(name);
  if (code === undefined) throw new Error(`The README has no code that begins with "// ${name}".`);
  return code;
}
