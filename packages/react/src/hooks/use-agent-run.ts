import type {
  AnswerInput,
  AnswerOutcome,
  ContentPart,
  RequestRecord,
  RunHandle,
  RunRecord,
  RunView,
  ViewTurn,
} from "@holdpoint/core";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import type { AgentReference, ToolCallNamed, ToolNameOf } from "../binding/agent-tools.ts";
import { branchStoreOf } from "../binding/branch-store.ts";
import { toolCallOf } from "../binding/tool-call.ts";
import { useRuns } from "./provider.tsx";
import { useRunView } from "./use-run-selector.ts";

/** What is said to an agent: text, or parts in order. */
export type Prompt = string | readonly ContentPart[];

/** {@link useAgentRun} */
export interface UseAgentRunOptions<Agent extends AgentReference = string> {
  /** The name of an agent that was given to `createRuns`, or the agent itself: then `tool` knows its tools. */
  readonly agent: Agent;
  /** The run to show. Without it the first message starts one. */
  readonly runId?: string | undefined;
  /** Hears of a run that was started or chosen here: the place to put its id into the address. */
  readonly onStart?: (runId: string) => void;
}

/** A run on the screen: what it is, and what can be done with it. */
export interface AgentRun<Agent extends AgentReference = string>
  extends Omit<RunView, "runId" | "agent" | "status" | "title"> {
  /** The run itself, once there is one. */
  readonly run: RunHandle | undefined;
  readonly runId: string | undefined;
  /** `idle` while there is no run. */
  readonly status: RunView["status"] | "idle";
  readonly turns: readonly ViewTurn[];
  /** Requests that wait for a person, in call order. */
  readonly pending: readonly RequestRecord[];
  /** This tab does the work. */
  readonly isDriver: boolean;
  /** Starts a new run, also when there is one; it is on disk when this resolves. */
  readonly start: (prompt: Prompt) => Promise<RunHandle>;
  /** Says something in this run, or starts one. */
  readonly send: (prompt: Prompt) => Promise<void>;
  /** Answers one of `pending`. Rejects when the Answer does not fit; nothing is changed then. */
  readonly answer: (requestId: string, answer: AnswerInput) => Promise<AnswerOutcome>;
  /** Stops the run, and closes what it asks. */
  readonly cancel: (reason?: string) => Promise<void>;
  /** Goes on after a failure or a stop. */
  readonly retry: () => Promise<void>;
  /** Adds the page of turns before those shown. */
  readonly loadOlder: () => Promise<void>;
  /** Takes the run from a tab that holds it and does not move. */
  readonly takeOver: () => Promise<void>;
  /**
   * Says a message anew, as a branch that is shown from then on; what was there stays, as another branch.
   *
   * @param turn - `index` of the message's turn
   * @param prompt - what is said in its place; text leaves what was attached. @default the same again
   */
  readonly edit: (turn: number, prompt?: Prompt) => Promise<RunHandle>;
  /** All branches this run is one of, oldest first, itself among them; none where it is the only one. */
  readonly branches: readonly RunRecord[];
  /** Shows another branch. */
  readonly switchTo: (runId: string) => void;
  /**
   * The calls of one tool among the turns shown, oldest first, with what is known of each in its state.
   *
   * @example
   * const { tool } = useAgentRun({ agent: shop });
   * const refund = tool("refund").at(-1);
   * if (refund?.state === "running") console.log(refund.args.order, refund.progress?.fraction);
   */
  readonly tool: <Name extends ToolNameOf<Agent>>(name: Name) => readonly ToolCallNamed<Agent, Name>[];
}

/**
 * Shows one run and speaks to it. It follows the run through reloads, other tabs and answers given elsewhere, and draws
 * at most once per frame.
 *
 * @throws Error outside of `<HoldpointProvider>`
 *
 * @example
 * const { run, send } = useAgentRun({ agent: "shop" });
 * return <><RunTimeline run={run} /><Composer run={run} onSend={send} /></>;
 */
export function useAgentRun<const Agent extends AgentReference>({
  agent: given,
  runId,
  onStart,
}: UseAgentRunOptions<Agent>): AgentRun<Agent> {
  const runs = useRuns("useAgentRun");
  const agent = typeof given === "string" ? given : given.name;
  const [chosen, setChosen] = useState<Chosen>({ given: runId });
  // A run that is asked for goes before one that was started here, also when it is asked for no more.
  if (chosen.given !== runId) setChosen({ given: runId });
  const own = chosen.given === runId ? chosen : undefined;
  const id = own?.branch ?? runId ?? own?.started;
  const run = useMemo(() => (id === undefined ? undefined : runs.open(id)), [runs, id]);
  const view = useRunView(run);
  const { value: branches } = useStore(branchStoreOf(runs, id));

  // While the person still types; where it is not to be had, whatever needs it says so.
  useEffect(() => void Promise.allSettled([runs.prepare(agent)]), [runs, agent]);

  const told = useRef(onStart);
  told.current = onStart;
  // One for each time in which the same is asked for: who comes back to none has started nothing yet.
  const starting = useMemo((): Starting => ({ of: runId }), [runId]);

  const start = useCallback(
    (prompt: Prompt): Promise<RunHandle> => {
      starting.run = runs.start({ agent, prompt }).then((handle) => {
        setChosen({ given: starting.of, started: handle.runId });
        told.current?.(handle.runId);
        return handle;
      });
      return starting.run;
    },
    [runs, agent, starting],
  );

  const switchTo = useCallback(
    (branch: string): void => {
      setChosen((before) => ({ ...before, given: runId, branch }));
      told.current?.(branch);
    },
    [runId],
  );

  const actions = useMemo(() => {
    const here = async (act: (handle: RunHandle) => Promise<void>): Promise<void> => {
      if (run !== undefined) await act(run);
    };
    return {
      async send(prompt: Prompt): Promise<void> {
        if (run !== undefined) return run.send(prompt);
        // The first of two messages in one moment starts the run at once, so that the second finds it starting.
        const handle = starting.run && (await whenStarted(starting.run));
        if (handle === undefined) await start(prompt);
        else await handle.send(prompt);
      },
      answer: (requestId: string, answer: AnswerInput) => runs.answer(requestId, answer),
      cancel: (reason?: string) => here((handle) => handle.cancel(reason)),
      retry: () => here((handle) => handle.retry()),
      loadOlder: () => here((handle) => handle.loadOlder()),
      takeOver: () => here((handle) => handle.takeOver()),
      async edit(turn: number, prompt?: Prompt): Promise<RunHandle> {
        const handle = await runs.fork(id ?? "", turn, prompt);
        switchTo(handle.runId);
        return handle;
      },
    };
  }, [runs, run, id, starting, start, switchTo]);

  const { turns } = view;
  const tool = useMemo(
    () => (name: string) =>
      turns.flatMap(({ parts }) =>
        parts.flatMap((part) => (part.kind === "TOOL_CALL" && part.toolName === name ? [toolCallOf(part)] : [])),
      ),
    [turns],
  );

  return useMemo(() => {
    const { agent: _agent, title: _title, status, ...rest } = view;
    return {
      ...rest,
      run,
      runId: id,
      status: run === undefined ? "idle" : status,
      isDriver: view.role === "driver",
      start,
      ...actions,
      branches,
      switchTo,
      // What is read is what the view holds; the agent's tools say what that is.
      tool: tool as unknown as AgentRun<Agent>["tool"],
    };
  }, [view, run, id, start, actions, branches, switchTo, tool]);
}

/** What was chosen here, while the run that is asked for stays the same. */
interface Chosen {
  readonly given: string | undefined;
  /** Shown where none is asked for. */
  readonly started?: string;
  /** Shown in any case. */
  readonly branch?: string;
}

interface Starting {
  /** The run that was asked for at that time. */
  readonly of: string | undefined;
  run?: Promise<RunHandle>;
}

async function whenStarted(run: Promise<RunHandle>): Promise<RunHandle | undefined> {
  try {
    return await run;
  } catch {
    // Whoever sent the first message was told why it failed; the second begins anew.
    return undefined;
  }
}
