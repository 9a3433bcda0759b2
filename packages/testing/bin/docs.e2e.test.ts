import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createClient } from "@holdpoint/core";
import { createScriptedModel, type Script, type ScriptedModel } from "@holdpoint/testing";
import { launchChromium, openTab, toMiddleware } from "@holdpoint/testing/node";
import type { BrowserContext, Page } from "playwright-core";
import { build, type PreviewServer, preview } from "vite";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { appOf, readGuides } from "./docs.mjs";
import { pressButton } from "./press-button.ts";
import { repositoryRoot } from "./repository.mjs";

/** The apps of all guides, each in a folder of its own, built over the sources of the packages. */
let folder: string;
let server: PreviewServer;
/** What answers at `/llm`: each test puts its own model there. */
let model: ScriptedModel | undefined;

const guides = readGuides();

/** Guides that show a component and no page: the file, what it exports, and how it is used. */
const shownAlone = [
  ["tabs", "who-drives.tsx", "WhoDrives", '<WhoDrives runId="none" />'],
  ["theming", "themed.tsx", "Themed", "<Themed />"],
] as const;

function pageOf(file: string, component: string, element: string): string {
  return [
    'import { createMemoryStore, createRuns } from "@holdpoint/core";',
    'import { HoldpointProvider } from "@holdpoint/react";',
    'import { createRoot } from "react-dom/client";',
    `import { ${component} } from "./${file}";`,
    "const runs = createRuns({ store: createMemoryStore(), agents: [] });",
    'const root = document.getElementById("root");',
    `if (root) createRoot(root).render(<HoldpointProvider runs={runs}>${element}</HoldpointProvider>);`,
  ].join("\n");
}
const emptyPdf =
  "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Count 1/Kids[3 0 R]>>endobj " +
  "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>endobj trailer<</Root 1 0 R>>";

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "holdpoint-docs-"));
  symlinkSync(join(repositoryRoot, "node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  for (const { name } of guides) {
    for (const [path, code] of appOf(guides, name)) {
      mkdirSync(dirname(join(folder, name, path)), { recursive: true });
      writeFileSync(join(folder, name, path), code);
    }
  }
  for (const [guide, file, component, element] of shownAlone) {
    writeFileSync(join(folder, guide, "src/main.tsx"), pageOf(file, component, element));
  }
  const settings = {
    configFile: join(repositoryRoot, "vite.config.ts"),
    mode: "size",
    root: folder,
    base: "./",
    logLevel: "error",
    build: {
      rolldownOptions: {
        input: guides.flatMap(({ name }) =>
          [...appOf(guides, name).keys()]
            .filter((path) => path.endsWith(".html"))
            .map((path) => join(folder, name, path)),
        ),
      },
    },
  } as const;
  await build(settings);
  writeFileSync(join(folder, "dist", "show-a-pdf", "report.pdf"), emptyPdf);
  const { handleRequests } = await import(join(folder, "widgets/src/requests-server.ts"));
  const requestsServer = toMiddleware(handleRequests);
  server = await preview({
    ...settings,
    preview: { host: "127.0.0.1", port: 0 },
    plugins: [
      {
        name: "scripted-model",
        configurePreviewServer: (vite) =>
          void vite.middlewares.use(
            "/llm",
            toMiddleware(
              async (request) => (await model?.handle(request)) ?? new Response("no model", { status: 503 }),
            ),
          ),
      },
      {
        name: "requests-server",
        configurePreviewServer: (vite) =>
          void vite.middlewares.use((request, response, next) => {
            if (request.url?.startsWith("/holdpoint/requests")) requestsServer(request, response);
            else next();
          }),
      },
    ],
  });
}, 240_000);

afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Where a page of a guide is served. */
function addressOf(name: string, page = ""): string {
  return `${server.resolvedUrls?.local[0]}${name}/${page}`;
}

/** Opens the app of a guide with this model behind it; what goes wrong in the page fails the test. */
async function openGuide(
  name: string,
  script: Script,
  prepare: (context: BrowserContext) => Promise<unknown> = async () => undefined,
) {
  const scripted = createScriptedModel({ script });
  model = scripted;
  const browser = await launchChromium();
  onTestFinished(() => browser.close());
  await prepare(browser.context);
  const { page, problems } = await openTab(browser.context, addressOf(name));
  page.setDefaultTimeout(45_000);
  return {
    page,
    context: browser.context,
    model: scripted,
    conversation: page.getByRole("region", { name: "Conversation" }),
    async end(): Promise<void> {
      scripted.assertDone();
      expect(problems).toEqual([]);
    },
  };
}

async function say(page: Page, words: string): Promise<void> {
  await page.getByRole("textbox", { name: "Message" }).fill(words);
  await page.keyboard.press("Enter");
}

/** The page as if it were in sight, or not: a headless browser has no window to cover. */
async function look(page: Page, state: DocumentVisibilityState): Promise<void> {
  await page.evaluate((now) => {
    Object.defineProperty(document, "visibilityState", { value: now, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, state);
}

const refundA17 = { name: "refund_order", args: { orderId: "A-17", cents: 8900 } };
const refundStory: Script = [
  { when: { user: "refund" }, reply: { calls: [refundA17] } },
  { when: { results: ["refund_order"] }, reply: "It is on its way." },
];

describe("the app of the guide", { timeout: 120_000 }, () => {
  test("quick start asks before a refund, still asks after a reload, and refunds once", async () => {
    const { page, conversation, end } = await openGuide("quick-start", refundStory);
    await say(page, "Please refund A-17");
    const prompt = page.getByRole("article", { name: "Approve refund_order?" });
    await prompt.getByText("8900").waitFor();
    await page.reload();
    await prompt.getByText("8900").waitFor();
    await pressButton(prompt, "Approve");
    await conversation.getByText("It is on its way.").waitFor();
    await end();
  });

  test("ask before a tool runs: a small sum goes through, a large one is asked for, a deletion is refused", async () => {
    const { page, conversation, end } = await openGuide("ask-before-a-tool-runs", [
      {
        when: { user: "both" },
        reply: { calls: [{ name: "refund_order", args: { orderId: "A-1", cents: 500 } }, refundA17] },
      },
      { when: { results: ["refund_order", "refund_order"] }, reply: "Two answers." },
      { when: { user: "delete" }, reply: { calls: [{ name: "delete_customer", args: { customerId: "c" } }] } },
      {
        when: { results: [{ tool: "delete_customer", output: "support team" }] },
        reply: "I may not do that.",
      },
      { when: { user: "deploy" }, reply: { calls: [{ name: "deploy" }] } },
      { when: { results: [{ tool: "deploy", output: "staging" }] }, reply: "It is live." },
    ]);
    await say(page, "both");
    const prompt = page.getByRole("article", { name: "Approve refund_order?" });
    await prompt.getByText("More than 20 euros: check the order first.").waitFor();
    expect(await prompt.count()).toBe(1);
    await pressButton(prompt, "Reject…");
    await prompt.getByRole("textbox").fill("the wrong order");
    await pressButton(prompt, "Reject");
    await conversation.getByText("Two answers.").waitFor();
    await conversation.getByText("Rejected: the wrong order").waitFor();
    await say(page, "delete");
    await conversation.getByText("I may not do that.").waitFor();
    await say(page, "deploy");
    const question = page.getByRole("article").filter({ hasText: "Where to?" });
    await question.getByText("staging").last().waitFor();
    const choice = question.getByRole("combobox");
    if ((await choice.count()) > 0) await choice.selectOption({ label: "staging" });
    else await question.getByRole("radio", { name: "staging" }).check();
    await pressButton(question, "Send answer");
    await conversation.getByText("It is live.").waitFor();
    await end();
  });

  test("resume after a reload: what waits is in the inbox of a page that shows no run, and goes on from there", async () => {
    const { page, conversation, end } = await openGuide("resume-after-reload", refundStory);
    await say(page, "Please refund A-17");
    await page.getByRole("article", { name: "Approve refund_order?" }).first().waitFor();
    await page.goto(page.url().replace(/#.*/, ""));
    await page.reload();
    const inbox = page.getByRole("complementary", { name: "Waiting for you" });
    await pressButton(inbox.getByRole("article", { name: "Approve refund_order?" }), "Approve");
    await page.getByRole("navigation", { name: "Conversations" }).getByText("Please refund A-17").click();
    await conversation.getByText("It is on its way.").waitFor();
    await end();
  });

  test("show a PDF draws what the tool made, also after a reload", async () => {
    const { page, end } = await openGuide("show-a-pdf", [
      { when: { user: "report" }, reply: { calls: [{ name: "sales_report", args: { quarter: "Q3" } }] } },
      { when: { results: ["sales_report"] }, reply: "Here it is." },
    ]);
    await say(page, "The report of Q3");
    const drawn = page.locator('.hp-pdf__page[data-state="drawn"]').first();
    await drawn.waitFor();
    await page.reload();
    await drawn.waitFor();
    await end();
  });

  test("log in opens the other page, and goes on when it has come back", async () => {
    const { page, conversation, end } = await openGuide("log-in", [
      { when: { user: "today" }, reply: { calls: [{ name: "read_calendar" }] } },
      { when: { results: [{ tool: "read_calendar", output: "with the code once" }] }, reply: "Stand-up at 09:30." },
    ]);
    await say(page, "What is on today?");
    const prompt = page.getByRole("article").filter({ hasText: "Sign in to the calendar" });
    await prompt.getByText(new URL(page.url()).host).first().waitFor();
    await prompt.locator('a[href*="returned.html"]').first().click();
    await conversation.getByText("Stand-up at 09:30.").waitFor();
    await end();
  });

  test("your own renderer: a card for a tool, a prompt for a kind, and the calls of a tool outside of the timeline", async () => {
    const { page, conversation, end } = await openGuide("your-own-renderer", [
      { when: { user: "Bern" }, reply: { calls: [{ name: "book_flight", args: { to: "Bern" } }] } },
      { when: { results: [{ tool: "book_flight", output: "seat 14C" }] }, reply: "Have a good flight." },
    ]);
    await say(page, "To Bern, please");
    await conversation.getByText("A flight to Bern waits.").waitFor();
    await pressButton(conversation, "Seat 14C");
    await conversation.getByText("✈ To Bern, seat 14C.").waitFor();
    await page.getByRole("status").getByText("Last booking: To Bern, seat 14C.").waitFor();
    await conversation.getByText("Have a good flight.").waitFor();
    await end();
  });

  test("storage: a full disk is said, the run is held and goes on when there is room, and the device is shown", async () => {
    const { page, conversation, end } = await openGuide(
      "storage",
      [{ when: { user: "hi" }, reply: "Hello." }, ...refundStory],
      (context) =>
        context.addInitScript(() => {
          const { put } = IDBObjectStore.prototype;
          IDBObjectStore.prototype.put = function (...given) {
            const isFull = this.name === "events" && Reflect.get(globalThis, "diskIsFull") === true;
            if (isFull) throw new DOMException("No room.", "QuotaExceededError");
            return put.apply(this, given);
          };
        }),
    );
    const device = page.getByRole("complementary", { name: "This device" });
    await say(page, "hi");
    await conversation.getByText("Hello.").waitFor();
    await device.getByText(/^1 conversation, about/).waitFor();
    await device.getByText(/% of the room is used/).waitFor();
    await page.evaluate(() => Reflect.set(globalThis, "diskIsFull", true));
    await say(page, "Please refund A-17");
    await page.getByText("There is no room left on this device.").first().waitFor();
    await device.getByRole("button", { name: "I made room: go on" }).waitFor();
    await page.evaluate(() => Reflect.set(globalThis, "diskIsFull", false));
    await device.getByRole("button", { name: "I made room: go on" }).click();
    await pressButton(page.getByRole("article", { name: "Approve refund_order?" }), "Approve");
    await conversation.getByText("It is on its way.").waitFor();
    await end();
  });

  test("workers and notifications: a worker drives, and a notification says what waits while nobody looks", async () => {
    const { page, context, conversation, end } = await openGuide("workers-and-notifications", refundStory, (all) =>
      all.grantPermissions(["notifications"]),
    );
    await page.getByText("You are told when it waits for you.").waitFor();
    await expect.poll(() => page.workers().length, { timeout: 45_000 }).toBe(1);
    const titles = () =>
      page.evaluate(async () => {
        const [registration] = await navigator.serviceWorker.getRegistrations();
        return ((await registration?.getNotifications()) ?? []).map(({ title }) => title);
      });
    await expect.poll(() => context.serviceWorkers().length, { timeout: 45_000 }).toBe(1);
    await say(page, "Please refund A-17");
    await look(page, "hidden");
    const prompt = page.getByRole("article", { name: "Approve refund_order?" });
    await prompt.getByText("8900").first().waitFor();
    await expect.poll(titles, { timeout: 45_000 }).toEqual(["shop waits for you"]);
    await look(page, "visible");
    await expect.poll(titles, { timeout: 45_000 }).toEqual([]);
    await pressButton(prompt, "Approve");
    await conversation.getByText("It is on its way.").waitFor();
    await end();
  });

  test("widgets: answered in a page without React, on another machine, and in a frame", async () => {
    const approval = { name: "Approve refund_order?" };
    const signIn = (context: BrowserContext, role: string) =>
      context.addCookies([{ name: "session", value: role, domain: "127.0.0.1", path: "/" }]);
    const { page, context, conversation, end } = await openGuide(
      "widgets",
      [1, 2, 3].flatMap((round) => [
        { when: { user: `round ${round}` }, reply: { calls: [refundA17] } },
        { when: { results: ["refund_order"] }, reply: `Round ${round} is over.` },
      ]),
      (shop) => signIn(shop, "shop"),
    );
    const answerIn = async (tab: Page, round: number): Promise<void> => {
      tab.setDefaultTimeout(45_000);
      await pressButton(tab.getByRole("article", approval), "Approve");
      await tab.getByText("Your answer counts.").waitFor();
      await conversation.getByText(`Round ${round} is over.`).waitFor();
    };
    await say(page, "round 1");
    const office = await openTab(context, addressOf("widgets", "back-office.html"));
    await answerIn(office.page, 1);

    await say(page, "round 2");
    const elsewhere = await context.browser()?.newContext();
    if (elsewhere === undefined) throw new Error("The browser is gone.");
    await signIn(elsewhere, "desk");
    const desk = await openTab(elsewhere, addressOf("widgets", "desk.html"));
    await answerIn(desk.page, 2);

    await say(page, "round 3");
    await page.getByRole("article", approval).waitFor();
    const partner = await openTab(context, addressOf("widgets", "partner.html"));
    const frame = partner.page.frameLocator("iframe");
    await pressButton(frame.getByRole("article", approval), "Approve");
    await partner.page.locator('[data-answered="true"]').waitFor();
    await conversation.getByText("Round 3 is over.").waitFor();
    expect([office, desk, partner].flatMap(({ problems }) => problems)).toEqual([]);
    await end();
  });

  test("devtools shows the request that was sent", async () => {
    const { page, conversation, end } = await openGuide("devtools", [{ when: { user: "hi" }, reply: "Hello." }]);
    await say(page, "hi");
    await conversation.getByText("Hello.").waitFor();
    await page.getByRole("tab", { name: "Wire" }).click();
    await page.getByText(/\/llm\/v1\/chat\/completions/).waitFor();
    await end();
  });

  test("tabs draws what it shows", async () => {
    const { page, end } = await openGuide("tabs", []);
    await page.getByRole("status").getByText("Nothing is kept in this browser.").waitFor();
    await end();
  });

  test("theming draws what it shows", async () => {
    const { page, end } = await openGuide("theming", []);
    const inbox = page.locator(".shop .hp").first();
    await inbox.getByText("Nichts wartet auf Sie.").waitFor();
    expect(await inbox.evaluate((shown) => getComputedStyle(shown).fontSize)).toBe("14px");
    await end();
  });
});

test("the tests of the guide “test your agent” pass", async () => {
  const root = join(folder, "test-your-agent");
  const { code, output } = await runToEnd([
    join(repositoryRoot, "node_modules/vitest/vitest.mjs"),
    ...["run", "--config", join(repositoryRoot, "vite.config.ts"), "--mode", "size", "--root", root],
  ]);
  expect(output).toMatch(/2 passed/);
  expect(code).toBe(0);
}, 120_000);

test("the server of the guide “keys and proxies” adds the key, passes the stream on, and asks who is there", async () => {
  const scripted = createScriptedModel({ script: [{ when: { user: "hi" }, reply: "Hello there." }] });
  const keys: (string | null)[] = [];
  const provider = createHttpServer(
    toMiddleware((request) => {
      keys.push(request.headers.get("authorization"));
      return scripted.handle(request);
    }),
  );
  await new Promise<void>((resolve) => provider.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    provider.closeAllConnections();
    provider.close();
  });
  const address = provider.address();
  if (address === null || typeof address === "string") throw new Error("The model has no port.");
  const proxy = await startProxy(`http://127.0.0.1:${address.port}`);
  const ask = (headers: Record<string, string>) =>
    createClient({ style: "openai", baseUrl: `${proxy}/llm/v1`, model: "any", retries: 0, headers }).run("hi");

  await expect(ask({})).rejects.toMatchObject({ status: 401 });
  expect((await ask({ cookie: "session=1" })).text).toBe("Hello there.");
  expect(keys).toEqual(["Bearer key-of-the-server"]);
});

/** The guide's own server, in front of a model. */
function startProxy(modelUrl: string): Promise<string> {
  const child = spawn(process.execPath, [join(folder, "keys-and-proxies", "server.mjs")], {
    env: { ...process.env, MODEL_URL: modelUrl, OPENAI_API_KEY: "key-of-the-server", PORT: "0" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill());
  return new Promise((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`server.mjs ended with ${code}`)));
    child.stdout.once("data", (text: Buffer) => resolve(text.toString().trim()));
  });
}

function runToEnd(options: readonly string[]): Promise<{ code: number | null; output: string }> {
  // What says that a test runs here is not for the tests of the guide.
  const { VITEST: _vitest, NODE_ENV: _environment, ...env } = process.env;
  const child: ChildProcess = spawn(process.execPath, options, { env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  const collect = (text: Buffer): void => {
    output += text.toString();
  };
  child.stdout?.on("data", collect);
  child.stderr?.on("data", collect);
  return new Promise((resolve) => child.once("exit", (code) => resolve({ code, output })));
}
