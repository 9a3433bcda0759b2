import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { findChromium, flags } from "./launch.ts";

/** How long a page may take to come up or to answer, in milliseconds. A stopped page never answers. */
const ANSWER_MS = 60_000;

/**
 * A Chromium that nothing but raw protocol commands touches. Playwright keeps every page it knows focused, and a page
 * that has the focus cannot be frozen: the command succeeds and does nothing.
 */
export interface RawChromium {
  readonly profile: string;
  /** Of its first process, and the number of the group that all its processes are in. */
  readonly pid: number;
  /** Opens a tab and waits until it is loaded. */
  open(url: string): Promise<RawTab>;
  /** A command to the browser itself. */
  send(method: string, params?: object): Promise<Record<string, unknown>>;
  /** Ends every process of it; its profile goes too. */
  close(): Promise<void>;
}

/** One tab. */
export interface RawTab {
  /** Uncaught errors, unhandled rejections, and errors on the console. */
  readonly problems: readonly string[];
  send(method: string, params?: object): Promise<Record<string, unknown>>;
  /**
   * The value of an expression in the page, promises awaited.
   * @throws Error with the page's own stack when it throws.
   */
  evaluate<Value>(expression: string): Promise<Value>;
  /** Calls a function of the page, `window.<name>(…args)`, and gives what it gives. */
  call<Value>(name: string, ...args: unknown[]): Promise<Value>;
  /** Waits until an expression is true in the page. */
  until(expression: string): Promise<void>;
  /** Goes to an address as a person would by a link, and waits for it. */
  goto(url: string): Promise<void>;
  /** Goes back, as the button of the browser does. The page that was left may be the same one, kept in a cache. */
  back(): Promise<void>;
  /** Stops its tasks as a browser does with a tab in the background; `thaw` lets them go on. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  /** The renderer dies. */
  crash(): Promise<void>;
  close(): Promise<void>;
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly sessionId?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly message: string };
}

/** Starts one. @throws Error when there is no Chromium. */
export async function launchRawChromium(args: readonly string[] = []): Promise<RawChromium> {
  const executable = findChromium();
  if (executable === undefined) throw new Error("No Chromium was found. Install it, or set CHROMIUM_PATH.");
  const profile = mkdtempSync(join(tmpdir(), "holdpoint-raw-"));
  const child = spawn(
    executable,
    [...flags, ...args, `--user-data-dir=${profile}`, "--remote-debugging-pipe", "about:blank"],
    { detached: true, stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] },
  );
  const { pid } = child;
  if (pid === undefined) throw new Error(`${executable} could not be started.`);
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const [, , , write, read] = child.stdio as unknown as [null, null, null, Writable, Readable];
  const answers = new Map<number, (message: Message) => void>();
  const listeners = new Map<string, (message: Message) => void>();
  let lastId = 0;
  let rest = Buffer.alloc(0);
  read.on("data", (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    for (let end = rest.indexOf(0); end >= 0; end = rest.indexOf(0)) {
      const message = JSON.parse(rest.subarray(0, end).toString()) as Message;
      rest = rest.subarray(end + 1);
      if (message.id !== undefined) answers.get(message.id)?.(message);
      else if (message.sessionId !== undefined) listeners.get(message.sessionId)?.(message);
    }
  });
  // A browser that was killed has no reader; who sent the command hears of that by the time limit.
  write.on("error", () => answers.clear());

  function send(method: string, params: object = {}, sessionId?: string): Promise<Record<string, unknown>> {
    const id = ++lastId;
    return new Promise((resolve, reject) => {
      const limit = setTimeout(() => {
        answers.delete(id);
        reject(new Error(`${method} was not answered in ${ANSWER_MS} ms.`));
      }, ANSWER_MS);
      answers.set(id, ({ result = {}, error }) => {
        clearTimeout(limit);
        answers.delete(id);
        if (error === undefined) resolve(result);
        else reject(new Error(`${method}: ${error.message}`));
      });
      post(id, method, params, sessionId);
    });
  }

  function post(id: number, method: string, params: object, sessionId?: string): void {
    write.write(`${JSON.stringify({ id, method, params, ...(sessionId !== undefined && { sessionId }) })}\0`);
  }

  async function open(url: string): Promise<RawTab> {
    const { targetId } = await send("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await send("Target.attachToTarget", { targetId, flatten: true });
    const problems: string[] = [];
    listeners.set(String(sessionId), ({ method, params }) => {
      if (method === "Runtime.exceptionThrown") problems.push(JSON.stringify(params?.exceptionDetails));
      if (method === "Runtime.consoleAPICalled" && params?.type === "error") problems.push(JSON.stringify(params.args));
    });
    const tab: RawTab = {
      problems,
      send: (method, params) => send(method, params, String(sessionId)),
      async evaluate<Value>(expression: string): Promise<Value> {
        const { result, exceptionDetails } = (await tab.send("Runtime.evaluate", {
          expression,
          awaitPromise: true,
          returnByValue: true,
        })) as { result: { value: Value }; exceptionDetails?: { exception?: { description?: string }; text: string } };
        if (exceptionDetails === undefined) return result.value;
        throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      },
      call: (name, ...given) => tab.evaluate(`window.${name}(...${JSON.stringify(given)})`),
      async until(expression) {
        const giveUpAt = Date.now() + ANSWER_MS;
        for (;;) {
          // Between two documents there is none to ask.
          const isTrue = await tab.evaluate(`Promise.resolve(${expression}).then(Boolean)`).catch(() => false);
          if (isTrue) return;
          if (Date.now() > giveUpAt) throw new Error(`${expression} did not become true in ${ANSWER_MS} ms.`);
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      },
      async goto(address) {
        await tab.send("Page.navigate", { url: address });
        await tab.until(`location.href === ${JSON.stringify(address)} && document.readyState === "complete"`);
      },
      // Not at once: the page would be gone before it can answer.
      back: async () => void (await tab.evaluate("setTimeout(() => history.back())")),
      freeze: async () => void (await tab.send("Page.setWebLifecycleState", { state: "frozen" })),
      thaw: async () => void (await tab.send("Page.setWebLifecycleState", { state: "active" })),
      // The page is dead before it can answer.
      crash: async () => post(++lastId, "Page.crash", {}, String(sessionId)),
      close: async () => void (await send("Target.closeTarget", { targetId })),
    };
    await tab.send("Runtime.enable");
    await tab.goto(url);
    return tab;
  }

  return {
    profile,
    pid,
    open,
    send: (method, params) => send(method, params),
    async close() {
      if (child.exitCode === null) process.kill(-pid, "SIGKILL");
      await exited;
      rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}
