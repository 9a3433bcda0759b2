import type { TurnContent } from "@holdpoint/core";
import { cleanup, render, screen, within } from "@testing-library/react";
import { StrictMode } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessible } from "../check-accessible.fixture.ts";
import { HoldpointComponents } from "../holdpoint-components.tsx";
import "../theme.css";
import { base64, pdfBlob, pngBlob, pngHeader, wavBlob } from "./part-samples.fixture.ts";
import { PartView } from "./part-view.tsx";

const png = await base64(await pngBlob(40, 30));

beforeEach(() => page.viewport(900, 800));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const figure = (container: HTMLElement) => container.querySelector("figure");
const settled = (container: HTMLElement, state: string) =>
  vi.waitFor(() => expect(figure(container)?.dataset.state).toBe(state), { timeout: 40_000 });

describe("an image", () => {
  it("is drawn with its text, its size kept before it is there", async () => {
    const { container } = render(
      <PartView part={{ type: "image", mimeType: "image/png", data: png }} alt="A blue box" />,
    );
    await settled(container, "ready");
    const image = screen.getByRole("img", { name: "A blue box" });
    expect([image.getAttribute("width"), image.getAttribute("height")]).toEqual(["40", "30"]);
    await expectAccessible(container);
  });

  it("can be enlarged over the page, by keyboard alone, and gives the focus back", async () => {
    const part: TurnContent = { type: "image", mimeType: "image/png", data: await base64(await pngBlob(40, 30)) };
    const { container } = render(<PartView part={part} alt="A blue box" />);
    await settled(container, "ready");
    screen.getByRole("button", { name: "Enlarge A blue box" }).focus();
    await userEvent.keyboard("{Enter}");
    const dialog = within(await screen.findByRole("dialog", { name: "A blue box" }));
    const image = dialog.getByRole("img", { name: "A blue box" });
    await expectAccessible(container);
    dialog.getByRole("button", { name: "Zoom in" }).click();
    await vi.waitFor(() => expect(image.style.width).toBe("60px"));
    await userEvent.keyboard("{Escape}");
    await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Enlarge A blue box" }));
  });

  it("comes out of the store, with its bytes there or not", async () => {
    const blob = await pngBlob(8, 8);
    const getBlob = vi.fn(async (hash: string) => (hash === "here" ? blob : undefined));
    const part = (hash: string): TurnContent => ({
      type: "image",
      mimeType: "image/png",
      blob: hash,
      bytes: 80,
      name: "shot.png",
    });
    const { container, rerender } = render(
      <HoldpointComponents getBlob={getBlob}>
        <PartView part={part("here")} />
      </HoldpointComponents>,
    );
    await settled(container, "ready");
    rerender(
      <HoldpointComponents getBlob={getBlob}>
        <PartView part={part("gone")} />
      </HoldpointComponents>,
    );
    await settled(container, "failed");
    expect(container.textContent).toContain("shot.png cannot be shown: its bytes are not on this device.");
    await expectAccessible(container);
  });

  it("says that there was no room to store it", async () => {
    const { container } = render(
      <PartView
        part={{ type: "image", mimeType: "image/png", blob: "x", bytes: 5_000_000, name: "photo.png", notStored: true }}
      />,
    );
    await settled(container, "failed");
    expect(container.textContent).toContain("photo.png cannot be shown: there was no room to store it.");
    expect(container.textContent).toContain("5 MB");
  });

  it("is not decoded when 60 bytes declare 30,000 × 30,000 pixels", async () => {
    const data = await base64(pngHeader(30_000, 30_000));
    const { container } = render(<PartView part={{ type: "image", mimeType: "image/png", data }} />);
    await settled(container, "failed");
    expect(container.textContent).toContain("it has too many pixels");
    expect(container.querySelector("img")).toBeNull();
  });

  it.each([
    ["bytes that are no base64", "%%%", "its data is not readable"],
    ["no bytes", "", "it is empty"],
    ["HTML in place of it", btoa("<html><script>parent.pwned=1</script>"), "its bytes are not of the type it claims"],
    ["an SVG in place of it", btoa("<svg onload='parent.pwned=1'/>"), "its bytes are not of the type it claims"],
  ])("says so with %s", async (_name, data, words) => {
    const { container } = render(<PartView part={{ type: "image", mimeType: "IMAGE/PNG; x=y", data }} />);
    await settled(container, "failed");
    expect(container.textContent).toContain(words);
  });

  it("is refused above the limit before its bytes are decoded", async () => {
    const decode = vi.spyOn(globalThis, "atob");
    const { container } = render(
      <HoldpointComponents maxPartBytes={1000}>
        <PartView part={{ type: "image", mimeType: "image/png", data: "A".repeat(2000) }} />
      </HoldpointComponents>,
    );
    await settled(container, "failed");
    expect(container.textContent).toContain("it is too large");
    expect(decode).not.toHaveBeenCalled();
  });

  it("is not loaded from elsewhere before somebody says so", async () => {
    const load = vi.spyOn(globalThis, "fetch").mockResolvedValue(new Response(await pngBlob(5, 5)));
    const part: TurnContent = { type: "image", mimeType: "image/png", url: "https://cdn.example.com/a.png" };
    const { container } = render(<PartView part={part} />);
    await settled(container, "remote");
    expect(load).not.toHaveBeenCalled();
    expect(container.querySelector("img")).toBeNull();
    await expectAccessible(container);
    await userEvent.click(page.getByRole("button", { name: "Load from cdn.example.com" }));
    await settled(container, "ready");
    expect(load.mock.calls[0]?.[1]).toMatchObject({ credentials: "omit", referrerPolicy: "no-referrer" });
  });

  it("is loaded from a host on the list at once, and from no other", async () => {
    const load = vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response(await pngBlob(5, 5)));
    const show = (url: string) => (
      <HoldpointComponents mediaHosts={["*.example.com"]}>
        <PartView part={{ type: "image", mimeType: "image/png", url }} />
      </HoldpointComponents>
    );
    const { container, rerender } = render(show("https://cdn.example.com/a.png"));
    await settled(container, "ready");
    rerender(show("https://example.com.evil.example/a.png"));
    await settled(container, "remote");
    expect(load).toHaveBeenCalledTimes(1);
  });

  it("is never loaded from an address that is not opened", async () => {
    const { container } = render(
      <PartView part={{ type: "image", mimeType: "image/png", url: "data:image/png;base64,AAAA" }} />,
    );
    await settled(container, "failed");
    expect(container.textContent).toContain("its address is not one that may be opened");
  });
});

describe("object URLs", () => {
  it("are one per blob, and all given back after 100 mounts", async () => {
    const made = vi.spyOn(URL, "createObjectURL");
    const revoked = vi.spyOn(URL, "revokeObjectURL");
    const part: TurnContent = { type: "image", mimeType: "image/png", data: png };
    for (let round = 0; round < 20; round += 1) {
      const { container, unmount } = render(
        <StrictMode>
          {Array.from({ length: 5 }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: five of the same
            <PartView key={index} part={part} />
          ))}
        </StrictMode>,
      );
      await vi.waitFor(() => expect(container.querySelectorAll("[data-state=ready]")).toHaveLength(5));
      const sources = new Set([...container.querySelectorAll("img")].map((image) => image.src));
      expect(sources.size).toBe(1);
      unmount();
    }
    expect(made.mock.calls.length).toBeGreaterThan(0);
    expect(revoked.mock.calls.length).toBe(made.mock.calls.length);
  });
});

describe("audio", () => {
  it("has the browser's controls and does not play by itself", async () => {
    const data = await base64(wavBlob());
    const { container } = render(<PartView part={{ type: "audio", mimeType: "audio/wav", data }} />);
    await settled(container, "ready");
    const audio = container.querySelector("audio");
    expect(audio?.controls).toBe(true);
    expect(audio?.autoplay).toBe(false);
    expect(audio?.duration).toBeCloseTo(1);
    await expectAccessible(container);
  });
});

// pdf.js comes with the first PDF; on a busy machine that takes a while.
describe("a PDF", { timeout: 60_000 }, () => {
  const part = async (pages: number): Promise<TurnContent> => ({
    type: "file",
    mimeType: "application/pdf",
    name: "report.pdf",
    data: await base64(pdfBlob(pages)),
  });

  it("has its pages drawn and its words to be read", async () => {
    const { container } = render(<PartView part={await part(3)} />);
    await settled(container, "ready");
    const canvas = container.querySelector("canvas");
    const pixels = canvas?.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
    expect(pixels.some((value) => value < 100)).toBe(true);
    await vi.waitFor(() => expect(screen.getByText("Page number 1")).toBeTruthy());
    expect(screen.getByRole("group", { name: "Page 1 of 3" })).toBeTruthy();
    await expectAccessible(container);
  });

  it("has no page drawn that is out of sight, and gives a page up that leaves it", async () => {
    const { container } = render(<PartView part={await part(40)} />);
    await settled(container, "ready");
    const drawn = () =>
      [...container.querySelectorAll<HTMLElement>(".hp-pdf__page")].flatMap((sheet, index) =>
        sheet.dataset.state === "drawn" ? [index] : [],
      );
    await vi.waitFor(() => expect(drawn()).toContain(0));
    expect(drawn().length).toBeLessThan(8);
    const scroller = container.querySelector(".hp-pdf__pages");
    scroller?.scrollTo(0, scroller.scrollHeight);
    await vi.waitFor(() => expect(drawn()).toContain(39), { timeout: 5000 });
    await vi.waitFor(() => expect(drawn()).not.toContain(0), { timeout: 5000 });
    expect(container.querySelector("canvas")?.width).toBe(0);
  });

  it("goes from page to page, and zooms", async () => {
    const { container } = render(<PartView part={await part(3)} />);
    await settled(container, "ready");
    const next = page.getByRole("button", { name: "Next page" });
    await userEvent.click(next);
    await vi.waitFor(() => expect(container.textContent).toContain("Page 2 of 3"));
    const sheet = container.querySelector<HTMLElement>(".hp-pdf__page");
    const width = sheet?.clientWidth ?? 0;
    await userEvent.click(page.getByRole("button", { name: "Zoom in" }));
    await vi.waitFor(() => expect(sheet?.clientWidth).toBeGreaterThan(width * 1.2));
  });

  it("shows no more pages than the limit, and says so", async () => {
    const { container } = render(
      <HoldpointComponents maxPdfPages={2}>
        <PartView part={await part(5)} />
      </HoldpointComponents>,
    );
    await settled(container, "ready");
    expect(container.querySelectorAll(".hp-pdf__page")).toHaveLength(2);
    expect(container.textContent).toContain("The first 2 of 5 pages. Save the file to read the rest.");
  });

  it("gives its worker back when it goes, also while it opens", async () => {
    const ended = vi.spyOn(Worker.prototype, "terminate");
    const { container, unmount } = render(<PartView part={await part(1)} />);
    await settled(container, "ready");
    unmount();
    expect(ended).toHaveBeenCalled();
    const failures = vi.fn();
    window.addEventListener("unhandledrejection", failures);
    const early = render(<PartView part={await part(2)} />);
    await vi.waitFor(() => expect(early.container.querySelector(".hp-part__wait")).not.toBeNull());
    early.unmount();
    await new Promise((resolve) => setTimeout(resolve, 300));
    window.removeEventListener("unhandledrejection", failures);
    expect(failures).not.toHaveBeenCalled();
  });
});

describe("a file", () => {
  it("is saved under a clean name and as nothing that opens", async () => {
    const links: HTMLAnchorElement[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
      links.push(this);
    });
    const made = vi.spyOn(URL, "createObjectURL");
    render(
      <PartView part={{ type: "file", mimeType: "application/zip", name: "../../x\u202e.zip", data: btoa("PK") }} />,
    );
    await userEvent.click(page.getByRole("button", { name: "Save x.zip" }));
    expect(links[0]?.download).toBe("x.zip");
    expect(made.mock.calls[0]?.[0]).toHaveProperty("type", "application/octet-stream");
  });

  it("of HTML is shown as its source", async () => {
    const { container } = render(
      <PartView
        part={{ type: "file", mimeType: "text/html", name: "page.html", data: btoa("<script>parent.pwned=1</script>") }}
      />,
    );
    await settled(container, "ready");
    await userEvent.click(page.getByText("Show text"));
    await vi.waitFor(() => expect(container.querySelector("pre")?.textContent).toBe("<script>parent.pwned=1</script>"));
    expect(Reflect.get(window, "pwned")).toBeUndefined();
    await expectAccessible(container);
  });
});

describe("text and what is no part", () => {
  it("shows text as it is", () => {
    const { container } = render(<PartView part={{ type: "text", text: "**a** <b>b</b>\n\u202ec" }} />);
    expect(container.textContent).toBe("**a** <b>b</b>\n\\u{202E}c");
  });

  it.each([
    [
      "a React element",
      {
        $$typeof: Symbol.for("react.transitional.element"),
        type: "div",
        props: { dangerouslySetInnerHTML: { __html: "<img src=x onerror=parent.pwned=1>" } },
      },
    ],
    [
      "fields it should not have",
      { type: "text", text: "x", dangerouslySetInnerHTML: { __html: "<b>" }, onLoad: "alert(1)", ref: "r" },
    ],
    ["a text that is none", { type: "text", text: { $$typeof: 1 } }],
    ["nothing", null],
    ["a number", 7],
    ["an own __proto__", JSON.parse('{"type":"image","mimeType":"image/png","__proto__":{"data":"AAAA"}}')],
    ["a name of Object's own", { type: "constructor" }],
    ["fields of other types", { type: "file", mimeType: { a: 1 }, name: ["x"], data: 7 }],
  ])("draws %s without a crash", (_name, part) => {
    const { container } = render(<PartView part={part as unknown as TurnContent} />);
    expect(container.textContent).not.toBe("");
    expect(container.querySelector("b, img[onerror]")).toBeNull();
    expect(({} as Record<string, unknown>).data).toBeUndefined();
  });
});
