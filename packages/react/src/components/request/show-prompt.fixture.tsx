import type { RequestRecord } from "@holdpoint/core";
import { render } from "@testing-library/react";
import { page, userEvent } from "vitest/browser";
import "../theme.css";
import { RequestPrompt } from "./request-prompt.tsx";
import { answerBox } from "./request-records.fixture.ts";
import type { SendAnswer } from "./use-answer.ts";

/** Shows a Request and keeps what is answered. */
export function show(record: RequestRecord, onAnswer?: SendAnswer) {
  const box = answerBox(record);
  const view = render(<RequestPrompt request={record} onAnswer={onAnswer ?? box.onAnswer} />);
  return { ...view, given: box.given };
}

/** Presses like a person: waits until the button can be pressed, then moves there and clicks. */
export function press(name: string): Promise<void> {
  return userEvent.click(page.getByRole("button", { name, exact: true }));
}
