import type { ContentPart } from "@holdpoint/core";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessible } from "./check-accessible.fixture.ts";
import { codeIsHere } from "./code-here.fixture.ts";
import { Composer } from "./composer.tsx";
import { pngBlob } from "./parts/part-samples.fixture.ts";
import "./theme.css";

const png = await pngBlob();

beforeEach(() => localStorage.clear());
afterEach(cleanup);

const field = () => page.getByRole("textbox", { name: "Message" });
const bubbling = { bubbles: true, cancelable: true };
const file = (name: string, type = "", size = 10) => new File([new Uint8Array(size)], name, { type });

/** Relative luminance of a colour (WCAG 2.2). */
function brightness(color: string): number {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map((part) => {
    const share = Number(part) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

describe("Composer", () => {
  it("sends with Enter, begins a new line with Shift and Enter, and is empty afterwards", async () => {
    const onSend = vi.fn();
    const { container } = render(<Composer onSend={onSend} />);
    await userEvent.click(field());
    await userEvent.keyboard("one{Shift>}{Enter}{/Shift}two{Enter}");
    await vi.waitFor(() => expect(onSend).toHaveBeenCalledExactlyOnceWith("one\ntwo"));
    await vi.waitFor(() => expect(screen.getByRole("textbox")).toHaveProperty("value", ""));
    expect(document.activeElement).toBe(screen.getByRole("textbox"));
    await expectAccessible(container);
  });

  it("sends nothing empty, and not while a word is being composed", async () => {
    const onSend = vi.fn();
    render(<Composer onSend={onSend} />);
    await userEvent.click(field());
    await userEvent.keyboard("   {Enter}");
    expect(screen.getByRole("button", { name: "Send" }).getAttribute("aria-disabled")).toBe("true");
    const box = screen.getByRole("textbox");
    fireEvent.change(box, { target: { value: "にほ" } });
    fireEvent.keyDown(box, { key: "Enter", isComposing: true });
    // Safari's, for the key that ends the word.
    fireEvent.keyDown(box, { key: "Enter", keyCode: 229 });
    expect(onSend).not.toHaveBeenCalled();
  });

  it("keeps what is typed and attached while a message is on its way", async () => {
    let arrive = (): void => undefined;
    const onSend = vi.fn(() => new Promise<void>((resolve) => (arrive = resolve)));
    const { container } = render(<Composer onSend={onSend} />);
    const box = screen.getByRole("textbox");
    const attach = (name: string): void => {
      const input = container.querySelector("input[type=file]");
      if (input !== null) fireEvent.change(input, { target: { files: [file(name, "image/png")] } });
    };
    attach("first.png");
    await codeIsHere(container);
    await userEvent.fill(field(), "one");
    await userEvent.click(page.getByRole("button", { name: "Send" }));
    await vi.waitFor(() => expect(onSend).toHaveBeenCalledOnce());
    await userEvent.fill(field(), "two");
    attach("second.png");
    await act(async () => arrive());
    await vi.waitFor(() => expect(screen.queryByText("first.png")).toBeNull());
    expect(screen.getByText("second.png")).toBeTruthy();
    expect(box).toHaveProperty("value", "two");
  });

  it("keeps what was typed when it was not sent, and says why", async () => {
    const onSend = vi.fn().mockRejectedValue(new Error("The run waits for an answer."));
    const { container } = render(<Composer onSend={onSend} />);
    await userEvent.fill(field(), "hello");
    await userEvent.click(page.getByRole("button", { name: "Send" }));
    expect((await screen.findByRole("alert")).textContent).toContain("The run waits for an answer.");
    expect(screen.getByRole("textbox")).toHaveProperty("value", "hello");
    await expectAccessible(container);
  });

  it("takes files by picker and sends them with the text", async () => {
    const onSend = vi.fn();
    const { container } = render(<Composer onSend={onSend} />);
    const input = container.querySelector<HTMLInputElement>("input[type=file]");
    if (input === null) throw new Error("no picker");
    fireEvent.change(input, { target: { files: [new File([png], "shot.png", { type: "image/png" })] } });
    await codeIsHere(container);
    expect(screen.getByRole("list", { name: "Attachments" }).textContent).toContain("shot.png");
    await expectAccessible(container);
    await userEvent.fill(field(), "Look");
    await userEvent.click(page.getByRole("button", { name: "Send" }));
    await vi.waitFor(() => expect(onSend).toHaveBeenCalledOnce());
    const parts = onSend.mock.calls[0]?.[0] as readonly ContentPart[];
    expect(parts.map(({ type }) => type)).toEqual(["text", "image"]);
    expect(screen.queryByRole("list", { name: "Attachments" })).toBeNull();
  });

  it("takes files by paste and by drop, and each can be taken off", async () => {
    const { container } = render(<Composer onSend={vi.fn()} />);
    const box = screen.getByRole("textbox");
    const transfer = new DataTransfer();
    transfer.items.add(file("a.pdf", "application/pdf"));
    act(() => void box.dispatchEvent(new ClipboardEvent("paste", { clipboardData: transfer, ...bubbling })));
    const composer = container.querySelector(".hp-composer");
    if (composer === null) throw new Error("no composer");
    act(() => void composer.dispatchEvent(new DragEvent("dragover", { dataTransfer: transfer, ...bubbling })));
    expect(composer.getAttribute("data-dropping")).toBe("true");
    const second = new DataTransfer();
    second.items.add(file("b.png", "image/png"));
    act(() => void composer.dispatchEvent(new DragEvent("drop", { dataTransfer: second, ...bubbling })));
    await codeIsHere(container);
    expect(screen.getAllByRole("listitem")).toHaveLength(2);
    await userEvent.click(page.getByRole("button", { name: "Remove a.pdf" }));
    expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual(["b.png10 bytes×"]);
  });

  it.each([
    ["too large", [file("big.png", "image/png", 2000)], "big.png is larger than 1 kB."],
    ["of no known type", [file("thing")], "thing cannot be attached: its type is not known."],
    ["too many", [file("1.png"), file("2.png"), file("3.png")], "At most 2 files go with one message."],
  ])("names what is %s and takes the rest", async (_name, files, words) => {
    const { container } = render(<Composer onSend={vi.fn()} maxFiles={2} maxFileBytes={1000} />);
    const input = container.querySelector<HTMLInputElement>("input[type=file]");
    if (input === null) throw new Error("no picker");
    fireEvent.change(input, { target: { files } });
    expect(screen.getByRole("alert").textContent).toBe(words);
    await codeIsHere(container);
    expect(screen.queryAllByRole("listitem")).toHaveLength(Math.min(files.length - 1, 2));
  });

  it("can be stopped while the run runs", async () => {
    const onStop = vi.fn();
    const { container, rerender } = render(<Composer onSend={vi.fn()} onStop={onStop} running />);
    await userEvent.click(page.getByRole("button", { name: "Stop" }));
    expect(onStop).toHaveBeenCalledOnce();
    await expectAccessible(container);
    rerender(<Composer onSend={vi.fn()} onStop={onStop} running={false} />);
    expect(screen.queryByRole("button", { name: "Stop" })).toBeNull();
  });

  it.each(["light", "dark"])("has words in its empty field that can be read, %s", (theme) => {
    document.documentElement.dataset.holdpointTheme = theme;
    onTestFinished(() => void delete document.documentElement.dataset.holdpointTheme);
    const { container } = render(<Composer onSend={vi.fn()} />);
    const frame = container.querySelector(".hp-composer");
    if (frame === null) throw new Error("no composer");
    const [words, ground] = [
      getComputedStyle(screen.getByRole("textbox"), "::placeholder").color,
      getComputedStyle(frame).backgroundColor,
    ].map(brightness);
    const [dark = 0, light = 0] = [words ?? 0, ground ?? 0].sort((left, right) => left - right);
    expect((light + 0.05) / (dark + 0.05)).toBeGreaterThanOrEqual(4.5);
  });

  it("says why nothing can be sent", async () => {
    const onSend = vi.fn();
    const { container } = render(<Composer onSend={onSend} disabledReason="Answer the question first." />);
    await userEvent.fill(field(), "hello");
    act(() => screen.getByRole("button", { name: "Send" }).click());
    expect(onSend).not.toHaveBeenCalled();
    const described = screen.getByRole("textbox").getAttribute("aria-describedby") ?? "";
    expect(document.getElementById(described)?.textContent).toBe("Answer the question first.");
    await expectAccessible(container);
  });

  it("keeps a draft over a reload under its name, and for each its own", async () => {
    const first = render(<Composer onSend={vi.fn()} draftKey="run_1" />);
    await userEvent.fill(field(), "half a thou");
    first.unmount();
    const { rerender } = render(<Composer onSend={vi.fn()} draftKey="run_1" />);
    expect(screen.getByRole("textbox")).toHaveProperty("value", "half a thou");
    rerender(<Composer onSend={vi.fn()} draftKey="run_2" />);
    expect(screen.getByRole("textbox")).toHaveProperty("value", "");
    rerender(<Composer onSend={vi.fn()} draftKey="run_1" />);
    await userEvent.click(page.getByRole("button", { name: "Send" }));
    await vi.waitFor(() => expect(localStorage.getItem("holdpoint.draft.composer.run_1")).toBeNull());
  });
});
