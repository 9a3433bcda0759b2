import { describeThrown } from "../contracts/errors.ts";
import type { JsonObject } from "../contracts/json.ts";
import { readRequest } from "../contracts/read-request.ts";
import { newRequestId, type Request } from "../contracts/request.ts";
import type { Tool } from "../contracts/tool.ts";
import { orAborted } from "../primitives/or-aborted.ts";
import { GATEWAY_CODES } from "./gateway-codes.ts";
import { type Policy, type PolicyAsk, type PolicyContext, type ReadVerdict, readVerdict } from "./policy.ts";

/** What policy makes of a call; an approval is ready to be raised. */
export type Judgement =
  | { readonly kind: "allow" }
  | { readonly kind: "ask"; readonly request: Request }
  | { readonly kind: "deny"; readonly reason: string; readonly code: number }
  /** The run was aborted while policy thought. */
  | { readonly kind: "stopped" };

/** Asks a policy about a call. One that throws, rejects or gives no verdict denies: silence is no permission. */
export async function judgeCall(
  policy: Policy,
  args: JsonObject,
  context: PolicyContext,
  warn: ((message: string) => void) | undefined,
): Promise<Judgement> {
  const { tool, signal } = context;
  let problem = "gave no verdict";
  let read: ReadVerdict | undefined;
  try {
    // In an async function, so that a policy that throws at once rejects like any other.
    const asked = (async () => policy({ toolName: tool.name, args }, context))();
    read = readVerdict(await orAborted(asked, signal));
    if (read?.kind === "ask") {
      const raised = approval(tool, args, read.ask);
      if (raised.ok) return { kind: "ask", request: raised.request };
      problem = `asked in a way nobody can be asked: ${raised.problem}`;
    }
  } catch (error) {
    if (signal.aborted) return { kind: "stopped" };
    problem = `threw: ${describeThrown(error)}`;
  }
  if (read?.kind === "allow") return read;
  if (read?.kind === "deny") return { ...read, code: GATEWAY_CODES.DENIED };
  warn?.(`The policy ${problem}. The call of "${tool.name}" was denied.`);
  const reason = `Denied: the policy could not decide about ${tool.name}.`;
  return { kind: "deny", reason, code: GATEWAY_CODES.POLICY_FAILED };
}

/** The approval a person is asked for. The exact call stands in its data; nothing the policy adds can take its place. */
function approval(tool: Tool, args: JsonObject, ask: PolicyAsk) {
  const { prompt = `Allow ${tool.name}?`, data, expiresAt } = ask;
  return readRequest({
    id: newRequestId(),
    kind: "approval",
    prompt,
    data: { ...data, toolName: tool.name, args, ...(tool.destructive && { destructive: true }) },
    ...(expiresAt !== undefined && { expiresAt }),
  });
}
