import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessible } from "../check-accessible.fixture.ts";
import { HoldpointComponents } from "../holdpoint-components.tsx";
import { RunTimeline } from "../timeline/run-timeline.tsx";
import { runView, text as said, turn } from "../timeline/run-views.fixture.ts";
import "../theme.css";
import { MarkdownText } from "./markdown-text.tsx";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** What draws pictures is loaded when it is first needed. */
const patiently = { timeout: 15_000 };

const draw = (text: string, grows = false) => render(<MarkdownText text={text} grows={grows} />);

describe("Markdown", () => {
  it("is drawn: headings below the page's own, lists, tables, code that can be copied, tasks", async () => {
    const { container } = draw(
      "# Title\n\n**bold** _soft_ ~~gone~~\n\n- one\n- [x] done\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```js\nlet x;\n```\n\n> said",
    );
    expect(screen.getByRole("heading", { level: 3 }).textContent).toBe("Title");
    expect(screen.getByRole("table")).toBeDefined();
    expect(screen.getByText("☑")).toBeDefined();
    expect(container.querySelector("pre")?.textContent).toBe("let x;\n");
    expect(screen.getByRole("button", { name: "Copy" })).toBeDefined();
    await expectAccessible(container);
  });

  it("shows HTML as text, whatever it is", () => {
    const { container } = draw('<img src=x onerror="alert(1)"> <script>alert(1)</script>\n\n<iframe src="x"></iframe>');
    expect(container.querySelector("img, script, iframe")).toBeNull();
    expect(container.textContent).toContain("<script>alert(1)</script>");
  });

  it.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "data:text/html,x",
    "vbscript:x",
    "blob:https://a/b",
    "file:///etc/passwd",
    "//evil.example",
    "/path",
    "http://evil.example",
    "https://user@evil.example",
  ])("opens no %s, and shows where it would have gone", (address) => {
    const { container } = draw(`[click](<${address}>)`);
    expect(screen.queryByRole("link")).toBeNull();
    expect(container.textContent).toContain("click");
    expect(container.textContent).toContain(address);
  });

  it("shows where a link goes, whatever its text says", () => {
    const { container } = draw("[https://bank.example](https://evil.example/x) and <https://plain.example/a>");
    const [first, second] = screen.getAllByRole("link");
    expect(first?.getAttribute("href")).toBe("https://evil.example/x");
    expect(first?.getAttribute("rel")).toBe("noopener noreferrer nofollow");
    expect(first?.nextElementSibling?.textContent).toBe(" (evil.example)");
    expect(second?.textContent).toBe("https://plain.example/a");
    expect(container.textContent).not.toContain("(plain.example)");
  });

  it("fetches no picture of another server before the reader asks", async () => {
    const fetched = vi.spyOn(globalThis, "fetch").mockResolvedValue(new Response(null, { status: 404 }));
    const { container } = draw("before ![a cat](https://cdn.example/cat.png) after");
    await vi.waitFor(
      () => expect(screen.getByRole("button", { name: "Load from cdn.example" })).toBeDefined(),
      patiently,
    );
    expect(container.querySelector("img")).toBeNull();
    expect(fetched).not.toHaveBeenCalled();
    await userEvent.click(page.getByRole("button", { name: "Load from cdn.example" }));
    await vi.waitFor(() => expect(fetched).toHaveBeenCalledOnce(), patiently);
  });

  it("fetches pictures of hosts on the list", async () => {
    const fetched = vi.spyOn(globalThis, "fetch").mockResolvedValue(new Response(null, { status: 404 }));
    render(
      <HoldpointComponents mediaHosts={["cdn.example"]}>
        <MarkdownText text="![a cat](https://cdn.example/cat.png)" grows={false} />
      </HoldpointComponents>,
    );
    await vi.waitFor(() => expect(fetched).toHaveBeenCalledOnce(), patiently);
  });

  it("shows what is invisible, also inside code", () => {
    const { container } = draw("a\u202eb\n\n`c\u200bd`");
    expect([...container.querySelectorAll(".hp-escape")].map((node) => node.textContent)).toEqual([
      "\\u{202E}",
      "\\u{200B}",
    ]);
  });

  it("finds an address that is given further down", () => {
    draw("[the docs][d] say so.\n\nMore text.\n\n[d]: https://docs.example/a\n");
    expect(screen.getByRole("link").getAttribute("href")).toBe("https://docs.example/a");
  });
});

describe("Markdown that grows", () => {
  const whole =
    "First **bold** words.\n\nSecond `code` and [link](https://a.example/b).\n\n- item\n- item two\n\nlast one";

  it("never shows half a mark or half an address", () => {
    const { container, rerender } = draw("", true);
    for (let end = 1; end <= whole.length; end += 1) {
      rerender(<MarkdownText text={whole.slice(0, end)} grows />);
      expect(container.textContent).not.toMatch(/[*`[\]]|https:|\(htt/);
    }
  });

  it("touches only its last block", async () => {
    const { container, rerender } = draw("First paragraph.\n\nSecond paragraph.\n\nThird", true);
    const [first, second] = container.querySelectorAll("p");
    const touched: Node[] = [];
    const observer = new MutationObserver((records) => touched.push(...records.map(({ target }) => target)));
    observer.observe(container, { subtree: true, childList: true, characterData: true, attributes: true });
    for (const more of [" and", " and more", " and more **words", " and more **words**."]) {
      rerender(<MarkdownText text={`First paragraph.\n\nSecond paragraph.\n\nThird${more}`} grows />);
      await Promise.resolve();
    }
    observer.disconnect();
    expect(touched.length).toBeGreaterThan(0);
    expect(touched.filter((node) => first?.contains(node) || second?.contains(node))).toEqual([]);
  });

  it("draws the agent's texts in a timeline where it is given, and the person's as they wrote them", () => {
    const turns = [turn(0, "USER", [said("**mine**")]), turn(1, "ASSISTANT", [said("**theirs**")])];
    const { container } = render(
      <HoldpointComponents text={MarkdownText}>
        <RunTimeline view={runView({ turns })} />
      </HoldpointComponents>,
    );
    expect([...container.querySelectorAll("strong")].map((node) => node.textContent)).toEqual(["theirs"]);
    expect(container.textContent).toContain("**mine**");
  });
});
