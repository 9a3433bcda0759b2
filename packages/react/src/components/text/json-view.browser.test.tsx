import { cleanup, render } from "@testing-library/react";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { JsonView } from "./json-view.tsx";

afterEach(cleanup);

function drawn(value: unknown): { readonly text: string; readonly breaks: number } {
  const { container, unmount } = render(<JsonView value={value} label="Arguments" />);
  const found = { text: container.textContent ?? "", breaks: container.querySelectorAll("br").length };
  unmount();
  return found;
}

describe("a value as JSON", () => {
  it("parses to what it is, whatever its texts hold", () => {
    const text = fc
      .array(fc.constantFrom("a", "\n", "\\", "n", '"', "\u202e", "\u200b", "é", "👍", "\r", "ש"))
      .map((all) => all.join(""));
    fc.assert(
      fc.property(fc.dictionary(text, fc.oneof(text, fc.array(text), fc.integer(), fc.constant(null))), (value) => {
        expect(JSON.parse(drawn(value).text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
      { numRuns: 60 },
    );
  });

  it("keeps names and values in their places whatever way they are read", () => {
    const { container } = render(<JsonView value={{ שלום: "עולם 10", to: ["ann"] }} label="Arguments" />);
    const [name, value] = [...container.querySelectorAll("bdi")].map((piece) => piece.getBoundingClientRect());
    expect(name?.right).toBeLessThan(value?.left ?? 0);
    expect(JSON.parse(container.textContent ?? "")).toEqual({ שלום: "עולם 10", to: ["ann"] });
  });

  it("breaks a text where its lines end, once for several, and not at its end", () => {
    expect(drawn({ body: "Dear Ann,\n\nyes.\nBob\n" }).breaks).toBe(2);
    expect(drawn({ body: `a${"\n".repeat(500)}b` }).breaks).toBe(1);
    // A backslash and an n are no line end.
    expect(drawn({ path: "C:\\new" }).breaks).toBe(0);
  });
});
