import type { CDPSession, Page } from "playwright-core";
import { audit } from "../../durability/audit.ts";
import { isSameTranscript } from "../../durability/plain-transcript.ts";
import type { Commit } from "../../durability/run-books.ts";
import type { Scenario } from "../../durability/scenario.ts";
import type { EndReport, FoundReport, KillPlan, Watcher, WriteReport } from "./kill-report.ts";
import type { KillStage } from "./kill-stage.ts";

/** How a page dies: its process crashes, its tab is closed, or the whole browser is killed. */
export type Way = "crash" | "close" | "kill";

/** How long one page may take, in milliseconds. */
const PAGE_LIMIT_MS = 60_000;

/** What came of one run of a scenario. */
export interface CellEnd {
  /** Whether the page was killed where it should be. */
  readonly struck: boolean;
  /** What broke a promise, in words. */
  readonly problems: readonly string[];
  /** Calls a person was asked about. */
  readonly doubts: number;
  readonly transcript: readonly string[];
  /** The writes of the page under test, as far as it came. */
  readonly writes: readonly WriteReport[];
}

/** What one page came to. */
type PageEnd =
  | { readonly kind: "died" }
  | { readonly kind: "over"; readonly report: EndReport }
  | { readonly kind: "failed"; readonly problem: string };

/**
 * Plays a cell. Where the browser did not do what it was told, or deleted all it kept for the site, that says nothing of
 * the pages: the cell is played once more, with a new browser.
 *
 * @param onFailure hears how the browser failed
 */
export async function playKill(
  stage: KillStage,
  cell: Parameters<typeof playCell>[1],
  onFailure: (error: unknown) => void,
): Promise<CellEnd> {
  try {
    return await playCell(stage, cell);
  } catch (error) {
    onFailure(error);
    await stage.killBrowser();
    return playCell(stage, { ...cell, runId: `${cell.runId}-again` });
  }
}

/**
 * Plays a scenario in the browser: kills its page once, opens it again, lets it come to its end, and looks for broken
 * promises in what the pages told, what the ledger counted and what the store holds.
 *
 * @throws Error where the browser failed
 */
export async function playCell(
  stage: KillStage,
  cell: {
    readonly scenario: Scenario;
    readonly runId: string;
    readonly kill?: KillPlan & { readonly way: Way };
    /** The transcript of the undisturbed run. */
    readonly expected?: readonly string[];
  },
): Promise<CellEnd> {
  const { scenario, runId, kill, expected } = cell;
  const commits: Commit[] = [];
  const problems: string[] = [];
  let writes: WriteReport[] = [];
  /** Writes that the last page has begun and not told to be done, by index. */
  let begun = new Map<number, WriteReport>();
  let pages = 0;
  let isWiped = false;

  function commit({ runId: of, epoch = 0, events = [] }: WriteReport): void {
    if (of !== undefined) commits.push({ runId: of, epoch, events });
  }

  /** Writes that were under way when their page died: on disk or not, as the next page finds it. */
  function settleUnknown(unknown: Map<number, WriteReport>, found: readonly FoundReport[]): void {
    for (const write of unknown.values()) {
      const nextSeq = found.find((run) => run.runId === write.runId)?.nextSeq ?? 0;
      const last = write.events?.at(-1);
      if (last !== undefined && nextSeq > last.seq) commit(write);
    }
    unknown.clear();
  }

  async function openPage(plan?: KillPlan & { readonly way: Way }): Promise<PageEnd> {
    const before = begun;
    const mine = new Map<number, WriteReport>();
    begun = mine;
    writes = [];
    const page = await stage.browser.context.newPage();
    const killer = await stage.browser.context.newCDPSession(page);
    let end = (_end: PageEnd): void => undefined;
    const ended = new Promise<PageEnd>((resolve) => {
      end = resolve;
    });
    const watcher: Watcher = {
      async holdpointFound(found, isKept) {
        isWiped ||= pages > 0 && !isKept;
        pages += 1;
        settleUnknown(before, found);
      },
      async holdpointWrites(write) {
        writes.push(write);
        mine.set(write.index, write);
      },
      async holdpointWrote(index) {
        const write = mine.get(index);
        if (write !== undefined) commit(write);
        mine.delete(index);
      },
      async holdpointDie() {
        await killPage(stage, page, killer, plan?.way ?? "close");
        end({ kind: "died" });
      },
      holdpointOver: async (report) => end({ kind: "over", report }),
      holdpointFailed: async (problem) => end({ kind: "failed", problem }),
    };
    page.on("pageerror", (error) => end({ kind: "failed", problem: `uncaught: ${error.stack ?? error.message}` }));
    for (const [name, hear] of Object.entries(watcher)) await page.exposeFunction(name, hear);
    await page.goto(stage.pageUrl({ scenario: scenario.name, runId, ...(plan && { kill: plan }) }));
    const limit = setTimeout(
      () => end({ kind: "failed", problem: `The page did not come to its end within ${PAGE_LIMIT_MS} ms.` }),
      PAGE_LIMIT_MS,
    );
    const came = await ended;
    clearTimeout(limit);
    if (came.kind !== "died") await page.close();
    return came;
  }

  if (scenario.before !== undefined) {
    await openPage({ at: scenario.before.step, when: scenario.before.dies, way: "close" });
  }
  let end = await openPage(kill);
  const struck = end.kind === "died";
  const written = writes;
  if (struck) end = await openPage();
  if (isWiped) throw new Error("The browser deleted all it kept for this site.");

  if (end.kind !== "over") {
    problems.push(end.kind === "failed" ? end.problem : "it died a second time");
    return { struck, problems, doubts: 0, transcript: [], writes: written };
  }
  const { transcript, stored, accepted, open } = end.report;
  const effects = stage.ledger.entries.filter(({ key }) => key.startsWith(`${runId}/`));
  const doubts = commits
    .flatMap(({ events }) => events)
    .filter((event) => event.type === "request.raised" && event.origin === "in_doubt").length;
  problems.push(...audit({ commits, effects, accepted }));
  if (open > 0) problems.push(`${open} Requests are open at the end`);
  if (stored.join() !== transcript.join())
    problems.push(`it shows\n${transcript.join("\n")}\nand holds\n${stored.join("\n")}`);
  if (expected !== undefined && !isSameTranscript(expected, transcript, doubts > 0)) {
    problems.push(`it ends with another transcript:\n${transcript.join("\n")}`);
  }
  return { struck, problems, doubts, transcript, writes: written };
}

async function killPage(stage: KillStage, page: Page, killer: CDPSession, way: Way): Promise<void> {
  switch (way) {
    case "crash": {
      const crashed = page.waitForEvent("crash");
      // The page dies before it can answer.
      killer.send("Page.crash").then(
        () => undefined,
        () => undefined,
      );
      await crashed;
      return page.close();
    }
    case "close":
      return page.close();
    case "kill":
      return stage.killBrowser();
  }
}
