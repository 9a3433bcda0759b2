import { createMemoryStore, createRuns, type RequestRecord, type RunView, type ViewTurn } from "@holdpoint/core";
import { beforeAll, describe, expect, test } from "vitest";
import { agentName, createAgents } from "../agents.ts";
import { embeddedModel } from "../embedded-model.ts";
import { codeFor } from "../login/login-flow.ts";
import { defaultSettings } from "../settings.ts";
import { storyGroups } from "./stories.ts";
import type { Story } from "./story.ts";

beforeAll(() => embeddedModel.setPace({ latencyMs: 0 }));

/** How each story ends when everything asked for is given. */
const endings: Readonly<Record<string, RegExp>> = {
  refund: /€89\.00 is on its way to Mira Okafor/,
  deploy: /live in staging/,
  calendar: /Connected as mira@example\.com/,
  approvals: /€45\.00 went back to Priya Nair\. The e-mail is sent/,
  plain: /takes effect exactly once/,
  lookup: /Wool blanket, grey is on its way/,
  two: /In Lisbon it is \d\d:\d\d, the sky is clear/,
  recover: /There are 7 in the south/,
  denied: /Customers are deleted by the support team only/,
  ends: /Closing it\.$/,
  screenshot: /I see it/,
  report: /September was the best month/,
  aloud: /There you go/,
  picture: /the picture did arrive/,
  damaged: /Both files are damaged/,
  cut: /replaced, not doubled/,
  busy: /You need not have noticed/,
  "busy-long": /Now I have time for you/,
  key: /your key was accepted/,
};

/** What a willing person answers. */
function willing({ request }: RequestRecord): { ok: true; data?: unknown } {
  if (request.kind === "input") return { ok: true, data: { environment: "staging" } };
  if (request.kind === "authorization") return { ok: true, data: { code: codeFor("mira@example.com") } };
  return { ok: true };
}

async function play(story: Story, style: "openai" | "anthropic"): Promise<RunView> {
  const runs = createRuns({ store: createMemoryStore(), agents: createAgents({ ...defaultSettings, style }) });
  try {
    const parts = story.attachment === undefined ? story.prompt : await promptWithPicture(story);
    const run = await runs.start({ agent: agentName, prompt: parts });
    const stop = run.subscribe(() => undefined);
    let view = await run.settled();
    for (let step = 0; step < 5 && (view.status === "paused" || view.status === "failed"); step += 1) {
      if (view.status === "failed") await run.retry();
      else for (const record of view.pending) await run.answer(record.requestId, willing(record));
      view = await run.settled();
    }
    stop();
    return view;
  } finally {
    await runs.close();
  }
}

async function promptWithPicture(story: Story) {
  const { ContentPart } = await import("@holdpoint/core");
  const picture = await fetch(`/${story.attachment}`);
  return [ContentPart.text(story.prompt), await ContentPart.from(await picture.blob())];
}

function spoken(turns: readonly ViewTurn[]): string {
  const parts = turns.filter((turn) => turn.role === "ASSISTANT").flatMap((turn) => turn.parts);
  return parts.map((part) => (part.kind === "TEXT" ? part.text : "")).join("");
}

describe.each(["openai", "anthropic"] as const)("with a model of the style %s", (style) => {
  test.each(storyGroups.flatMap((group) => group.stories))("the story “$title” comes to its end", async (story) => {
    const view = await play(story, style);
    expect({ status: view.status, error: view.error }).toEqual({ status: "done", error: undefined });
    expect(spoken(view.turns)).toMatch(endings[story.id] ?? /^$/);
  });
});

test("every story has its ending here", () => {
  const ids = storyGroups.flatMap((group) => group.stories.map((story) => story.id));
  expect(Object.keys(endings).sort()).toEqual([...ids].sort());
});
