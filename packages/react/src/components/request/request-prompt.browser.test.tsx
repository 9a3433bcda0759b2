import { cleanup, render, screen } from "@testing-library/react";
import { type ComponentType, lazy, type ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { expectAccessible } from "../check-accessible.fixture.ts";
import { codeIsHere } from "../code-here.fixture.ts";
import { HoldpointComponents } from "../holdpoint-components.tsx";
import type { PromptProps } from "./prompt-props.ts";
import { RequestPrompt } from "./request-prompt.tsx";
import { answerBox, requestRecord } from "./request-records.fixture.ts";
import { press, show } from "./show-prompt.fixture.tsx";

beforeEach(() => localStorage.clear());
afterEach(cleanup);

describe("another kind", () => {
  it("is shown as it is, to say yes or no to", async () => {
    const { container, given } = show(
      requestRecord({ origin: "tool", request: { kind: "constructor", prompt: "Look", data: { a: 1 } } }),
    );
    await expectAccessible(container);
    await press("Yes");
    expect(given).toEqual([{ ok: true }]);
  });

  it("is a form where it brings a schema", async () => {
    const { container } = show(
      requestRecord({
        request: {
          kind: "survey",
          prompt: "?",
          data: { schema: { type: "object", properties: { mood: { type: "string" } } } },
        },
      }),
    );
    await codeIsHere(container);
    expect(screen.getByRole("textbox", { name: /mood/ })).toBeTruthy();
  });

  it("is drawn by the host's own prompt", async () => {
    const record = requestRecord({ request: { kind: "rating", prompt: "?" } });
    const box = answerBox(record);
    render(
      <HoldpointComponents prompts={{ rating: Rating }}>
        <RequestPrompt request={record} onAnswer={box.onAnswer} />
      </HoldpointComponents>,
    );
    await press("Five of refund_order");
    expect(box.given).toEqual([{ ok: true, data: 5 }]);
  });

  it("can be answered where the host's own prompt throws, or is still on its way", async () => {
    const silence = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const record = requestRecord({ origin: "tool", request: { kind: "rating", prompt: "?" } });
    const box = answerBox(record);
    const asked = (rating: ComponentType<PromptProps>): ReactNode => (
      <HoldpointComponents prompts={{ rating }}>
        <RequestPrompt request={record} onAnswer={box.onAnswer} />
      </HoldpointComponents>
    );
    const Lost = lazy<typeof Rating>(() => new Promise(() => undefined));
    const { rerender, container } = render(asked(Lost));
    expect(container.textContent).toContain("A-17");
    expect(screen.queryAllByRole("button", { name: "Yes" })).toEqual([]);
    rerender(asked(Broken));
    await press("Yes");
    expect(box.given).toEqual([{ ok: true }]);
    silence.mockRestore();
  });

  it("leaves relayed calls to the page", async () => {
    const { container } = show(
      requestRecord({
        origin: "tool",
        request: { kind: "tool_call", prompt: "", data: { calls: [{ id: "1", name: "x" }] } },
      }),
    );
    await codeIsHere(container);
    expect(container.textContent).toContain("The page itself answers this.");
    expect(screen.queryAllByRole("button")).toEqual([]);
  });
});

function Broken(): ReactNode {
  throw new Error("broken");
}

function Rating({ record, answer }: PromptProps) {
  return (
    <button type="button" onClick={() => void answer({ ok: true, data: 5 })}>
      Five of {record.call.toolName}
    </button>
  );
}

it("has every word replaceable", async () => {
  const record = requestRecord();
  render(
    <HoldpointComponents labels={{ prompt: { approve: "Genehmigen", title: (_kind, tool) => `Darf ${tool} laufen?` } }}>
      <RequestPrompt request={record} onAnswer={answerBox(record).onAnswer} />
    </HoldpointComponents>,
  );
  expect(screen.getByRole("heading").textContent).toBe("Darf refund_order laufen?");
  expect(screen.getByRole("button", { name: "Genehmigen" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Reject…" })).toBeTruthy();
});
