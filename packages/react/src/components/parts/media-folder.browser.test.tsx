import type { ContentPart } from "@holdpoint/core";
import { cleanup, render } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, inject, it, vi } from "vitest";
import "../theme.css";
import { PartView } from "./part-view.tsx";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder with reference media, "" when there is none. */
    sharedFolder: string;
  }
}

interface MediaCase {
  readonly file: string;
  readonly type: string;
  readonly must: "render" | "clear-error" | "render-or-clear-error" | "neutralised" | "ask-password" | "not-frozen";
  readonly note: string;
  readonly facts?: {
    readonly width?: number;
    readonly height?: number;
    readonly pages?: number;
    readonly seconds?: number;
  };
}

const folder = inject("sharedFolder");
const at = (file: string): string => `/@fs${folder}/media/${encodeURIComponent(file)}`;
const cases: MediaCase[] = folder === "" ? [] : await (await fetch(at("index.json"))).json();
/** What ends the wait: it is drawn, or says why not, or asks for a password. */
async function settled(container: HTMLElement): Promise<"ready" | "failed" | "password"> {
  let state: "ready" | "failed" | "password" | undefined;
  await vi.waitFor(
    () => {
      const figure = container.querySelector("figure");
      const now = figure?.dataset.state;
      if (container.querySelector("input[type=password]")) state = "password";
      else if (now === "ready" || now === "failed") state = now;
      else throw new Error(`still ${now}`);
    },
    { timeout: 40_000, interval: 20 },
  );
  if (state === undefined) throw new Error("never settled");
  return state;
}

async function show({ file, type }: Pick<MediaCase, "file" | "type">) {
  const bytes = await (await fetch(at(file))).blob();
  const data = await new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^data:[^,]*,?/, ""));
    reader.readAsDataURL(bytes);
  });
  const kind = type.startsWith("image/") ? "image" : type.startsWith("audio/") ? "audio" : "file";
  const part = { type: kind, mimeType: type, data, ...(kind === "file" && { name: file }) } as ContentPart;
  const { container } = render(<PartView part={part} alt={`alt of ${file}`} />);
  return { container, state: await settled(container) };
}

/** Nothing blank: what is drawn has pixels, an accessible name, and the size that is known. */
function expectDrawn(container: HTMLElement, { file, type, facts }: MediaCase): void {
  if (type.startsWith("image/")) {
    const image = container.querySelector("img");
    expect(image?.alt).toBe(`alt of ${file}`);
    expect(image?.getAttribute("src")).toMatch(/^blob:/);
    expect(image?.clientWidth).toBeGreaterThan(0);
    if (facts?.width && type !== "image/svg+xml") {
      expect([image?.naturalWidth, image?.naturalHeight]).toEqual([facts.width, facts.height]);
    }
  } else if (type.startsWith("audio/")) {
    const audio = container.querySelector("audio");
    expect(audio?.controls).toBe(true);
    expect(audio?.autoplay).toBe(false);
    if (facts?.seconds) expect(audio?.duration).toBeGreaterThan(0);
  } else {
    const pages = container.querySelectorAll(".hp-pdf__page");
    if (facts?.pages) expect(pages.length).toBe(facts.pages);
    const canvas = container.querySelector("canvas");
    expect(canvas?.width).toBeGreaterThan(0);
    expect(canvas?.height).toBeGreaterThan(0);
  }
}

/** A message that names the file, and a way to save it. */
function expectClearError(container: HTMLElement): void {
  const figure = container.querySelector("figure");
  const name = figure?.getAttribute("aria-label") ?? "";
  expect(name).not.toBe("");
  expect(container.querySelector(".hp-part__problem")?.textContent).toContain(name);
  const save = [...container.querySelectorAll("button")].find((button) => button.textContent === `Save ${name}`);
  expect(save).toBeDefined();
  expect(container.querySelector("img, audio, canvas")).toBeNull();
}

const title = "every file of the media folder";
describe.skipIf(cases.length === 0)(cases.length > 0 ? title : `${title} (there is no shared folder here)`, () => {
  const dialogs = vi.fn();
  const failures: unknown[] = [];
  const onFailure = (event: ErrorEvent | PromiseRejectionEvent): void => {
    failures.push("reason" in event ? event.reason : event.error);
  };

  beforeEach(() => {
    failures.length = 0;
    dialogs.mockClear();
    for (const name of ["alert", "confirm", "prompt"] as const) vi.spyOn(window, name).mockImplementation(dialogs);
    vi.spyOn(window, "open").mockImplementation(dialogs);
    vi.spyOn(window, "print").mockImplementation(dialogs);
    window.addEventListener("error", onFailure);
    window.addEventListener("unhandledrejection", onFailure);
    performance.clearResourceTimings();
  });

  afterEach(() => {
    cleanup();
    window.removeEventListener("error", onFailure);
    window.removeEventListener("unhandledrejection", onFailure);
    vi.restoreAllMocks();
  });

  function expectHarmless(container: HTMLElement): void {
    expect(Reflect.get(window, "pwned")).toBeUndefined();
    expect(Reflect.get(parent, "pwned")).toBeUndefined();
    expect(dialogs).not.toHaveBeenCalled();
    expect(failures).toEqual([]);
    const asked = performance.getEntriesByType("resource").map((entry) => new URL(entry.name));
    expect(asked.filter((url) => url.protocol !== "blob:" && url.host !== location.host)).toEqual([]);
    expect(container.querySelector("iframe, object, embed, script, svg, link, a[href^='file:']")).toBeNull();
  }

  it("finds files there", () => {
    expect(cases.length).toBeGreaterThan(0);
  });

  it.each(cases.map((one) => [one.must, one.file, one] as const))(
    "%s: %s",
    { timeout: 60_000 },
    async (must, _file, one) => {
      const { container, state } = await show(one);
      switch (must) {
        case "render":
          expect(state).toBe("ready");
          break;
        case "clear-error":
          expect(state).toBe("failed");
          break;
        case "ask-password":
          expect(state).toBe("password");
          break;
        case "render-or-clear-error":
        case "neutralised":
        case "not-frozen":
          expect(["ready", "failed"]).toContain(state);
      }
      if (state === "ready") expectDrawn(container, one);
      if (state === "failed") expectClearError(container);
      expectHarmless(container);
    },
  );
});
