import { HoldpointError } from "../contracts/errors.ts";
import type { Message, RunResult } from "../contracts/run.ts";
import type { Turn } from "../contracts/turn.ts";
import { balance } from "../loop/balance.ts";
import { initialTranscript } from "../loop/transcript.ts";
import { type TranslateContext, type TranslateRequest, type TranslateResult, translate } from "../loop/translate.ts";
import { startDeadline } from "../primitives/deadline.ts";
import { createToolkit } from "../toolkit/toolkit.ts";
import { isAgentTool } from "./agent-tools.ts";
import type { ResumeOptions, RunOptions } from "./client-options.ts";
import { type Beginning, type ClientRunContext, type ClientRunInput, runClient, timeoutError } from "./client-run.ts";
import { runSubAgent } from "./client-sub-agent.ts";
import { resumeTranscript } from "./halted-turn.ts";
import { messageParts, type Prompt } from "./message-parts.ts";
import { systemText } from "./sub-agent.ts";

/** What the calls of a client share. */
export type ClientContext = Omit<ClientRunContext, "runAgent">;

function runContext(client: ClientContext): ClientRunContext {
  const context: ClientRunContext = {
    ...client,
    runAgent: (depth, task, call) => runSubAgent(context, depth, task, call),
  };
  return context;
}

/** Runs a prompt. */
export async function startRun(
  client: ClientContext,
  prompt: Prompt,
  { toolkit = createToolkit(), history, signal }: RunOptions,
  listen?: ClientRunInput["listen"],
): Promise<RunResult> {
  const { wire, options } = client;
  if (listen !== undefined && !wire.streams) throw cannotStream();
  const system = systemText(options.systemPrompt, toolkit);
  const leads = wire.style === "openai";
  const begin = async (): Promise<Beginning> => {
    const message = await messageParts(prompt);
    if (history !== undefined && history.length > 0) {
      return { transcript: initialTranscript(balance(await wire.fromMessages(history))), message };
    }
    const lead: Turn[] = leads && system !== "" ? [{ role: "SYSTEM", parts: [{ kind: "TEXT", text: system }] }] : [];
    return { transcript: initialTranscript(lead), message };
  };
  const input = { toolkit, system: leads ? "" : system, begin, signal, ...(listen && { listen }) };
  return runClient(runContext(client), input);
}

/** Goes on with a halted run. */
export async function resumeRun(
  client: ClientContext,
  { toolkit = createToolkit(), signal, ...given }: ResumeOptions,
  history: readonly Message[],
): Promise<RunResult> {
  const { wire, options, clock } = client;
  const system = wire.style === "openai" ? "" : systemText(options.systemPrompt, toolkit);
  const begin = async (): Promise<Beginning> => ({
    transcript: await resumeTranscript(await wire.fromMessages(history), given, clock.now(), (name) => {
      const tool = toolkit.get(name);
      return tool !== undefined && isAgentTool(tool);
    }),
  });
  return runClient(runContext(client), { toolkit, system, begin, signal });
}

/** Asks the model once. */
export async function translateOnce(
  { wire, options, clock, report }: ClientContext,
  request: TranslateRequest,
): Promise<TranslateResult> {
  const { hooks, systemPrompt = "", timeoutMs } = options;
  const deadline = startDeadline(request.signal, timeoutMs, () => timeoutError(timeoutMs), clock);
  const { model } = wire;
  const onCall: TranslateContext["onCall"] = (status, { promptTokens, completionTokens }, ms) =>
    report({ event: "llm", model, status, ms, promptTokens, completionTokens });
  try {
    return await translate({ wire, hooks, systemPrompt, clock, onCall, signal: deadline.signal }, request);
  } finally {
    deadline.release();
  }
}

function cannotStream(): HoldpointError {
  return new HoldpointError(
    "invalid-argument",
    "This client's model gives whole answers, and one is never dressed up as a stream. Use run, or give generateStream.",
  );
}
