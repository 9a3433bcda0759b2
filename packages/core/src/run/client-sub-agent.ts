import { describeThrown } from "../contracts/errors.ts";
import type { AgentTask } from "../contracts/tool.ts";
import { ToolResult } from "../contracts/tool-result.ts";
import type { AgentCall, AgentEnd } from "../loop/loop-context.ts";
import { initialTranscript } from "../loop/transcript.ts";
import { isAgentTool } from "./agent-tools.ts";
import { type ClientRunContext, type ClientRunEnd, runClient } from "./client-run.ts";
import { resumeTranscript } from "./halted-turn.ts";
import { messageParts } from "./message-parts.ts";
import { agentSystem, DEFAULT_MAX_DEPTH, descended, escalated, isAgent, restResult, tooDeep } from "./sub-agent.ts";

/**
 * Lets a sub-agent do a task inside a client's run. What it has done when it asks a person is kept in the client's
 * conversation store under the Request, and is taken up there: in this run, or whenever the Answer comes.
 */
export async function runSubAgent(
  parent: ClientRunContext,
  depth: number,
  { agent, prompt }: AgentTask,
  { answered, signal, spend }: AgentCall,
): Promise<AgentEnd> {
  if (!isAgent(agent)) return { result: ToolResult.error(`${agent.name} is no agent.`) };
  const { name, client, toolkit, policy, hooks, budget } = agent;
  const { maxDepth = DEFAULT_MAX_DEPTH } = parent.options.budget ?? {};
  if (depth >= maxDepth) return { result: tooDeep(name, maxDepth) };

  const { wire } = client;
  const pending = answered && descended(answered.raised.request);
  const history = pending && (await parent.store.get(taskId(pending.id)));
  if (pending !== undefined && history === undefined) {
    return { result: ToolResult.error(`${name} cannot go on: what it had done is not in the conversation store.`) };
  }
  let end: ClientRunEnd | undefined;
  try {
    const result = await runClient(
      {
        ...parent,
        wire,
        report: client.report ?? (() => undefined),
        options: { ...client.options, ...(policy && { policy }), ...(hooks && { hooks }), ...(budget && { budget }) },
      },
      {
        toolkit,
        system: agentSystem(agent),
        signal,
        depth: depth + 1,
        ...(spend && { spend }),
        onEnd: (ended) => {
          end = ended;
        },
        begin: async () =>
          pending === undefined || history === undefined || answered === undefined
            ? { transcript: initialTranscript(), message: await messageParts(prompt) }
            : {
                transcript: await resumeTranscript(
                  await wire.fromMessages(history),
                  { pending, answer: { ...answered.answer, id: pending.id } },
                  parent.clock.now(),
                  (toolName) => isAgentCall(toolkit.get(toolName)),
                ),
              },
      },
    );
    const usage = result.usage;
    if (result.pending === undefined) {
      const { status, text, limit } = result;
      return { usage, result: restResult(name, { status: status as "done", text, ...(limit && { limit }) }) };
    }
    await parent.store.save(taskId(result.pending.id), result.messages);
    const raised = end?.raised;
    const path = [name, ...(raised?.child?.path ?? [])];
    const request = escalated(result.pending, path);
    return {
      usage,
      result: ToolResult.pending(request),
      ...(raised && {
        child: {
          path,
          requestId: request.id,
          call: raised.child?.call ?? raised.call,
          origin: raised.child?.origin ?? raised.origin,
        },
      }),
    };
  } catch (error) {
    if (signal.aborted) throw error;
    // What failed below is the parent's model's to judge; only the root throws to the host.
    const result = restResult(name, { status: "failed", text: "", problem: describeThrown(error) });
    return { result, ...(end && { usage: end.usage }) };
  }
}

function taskId(requestId: string): string {
  return `task:${requestId}`;
}

function isAgentCall(tool: Parameters<typeof isAgentTool>[0] | undefined): boolean {
  return tool !== undefined && isAgentTool(tool);
}
