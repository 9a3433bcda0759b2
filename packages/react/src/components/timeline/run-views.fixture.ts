import type { RunHandle, RunView, ToolResultPart, ViewCallPart, ViewPart, ViewTurn } from "@holdpoint/core";

/** A run as a reader sees it; everything not said is ordinary. */
export function runView(view: Partial<RunView> = {}): RunView {
  return {
    runId: "run_1",
    agent: "shop",
    status: "done",
    title: "A test",
    turns: [],
    hasOlder: false,
    streaming: false,
    pending: [],
    usage: { promptTokens: 0, completionTokens: 0, totalTokens: 0 },
    role: "driver",
    interrupted: false,
    stalled: false,
    queued: 0,
    durable: true,
    ...view,
  };
}

/** A run that stays as it is, whatever is asked of it. */
export function stillRun(view: RunView): RunHandle {
  const nothing = async (): Promise<void> => undefined;
  return {
    runId: view.runId,
    getView: () => view,
    subscribe: () => () => undefined,
    send: nothing,
    answer: async () => ({ accepted: false }),
    cancel: nothing,
    retry: nothing,
    loadOlder: nothing,
    takeOver: nothing,
    settled: async () => view,
  };
}

/** A turn of these parts. */
export function turn(index: number, role: ViewTurn["role"], parts: readonly ViewPart[], settled = true): ViewTurn {
  return { index, role, parts, settled, at: 1_800_000_000_000 };
}

/** A text. */
export function text(words: string): ViewPart {
  return { kind: "TEXT", text: words };
}

/** A call, with what became of it where that is given. */
export function call(
  state: ViewCallPart["state"],
  result?: Partial<ToolResultPart>,
  more: Partial<ViewCallPart> = {},
): ViewCallPart {
  const callId = more.callId ?? `call_${state}`;
  const toolName = more.toolName ?? "lookup_order";
  return {
    kind: "TOOL_CALL",
    callId,
    toolName,
    args: { order: "A-17" },
    state,
    ...(result && { result: { kind: "TOOL_RESULT", callId, toolName, output: "", ...result } }),
    ...more,
  };
}
