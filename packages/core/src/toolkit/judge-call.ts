import { describeThrown } from "../contracts/errors.ts";
import type { JsonObject } from "../contracts/json.ts";
import { readRequest } from "../contracts/read-request.ts";
import { newRequestId, type Request } from "../contracts/request.ts";
import type { Tool } from "../contracts/tool.ts";
import { freezeJson } from "../primitives/freeze-json.ts";
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

/** Who judges a call. */
export interface Judge {
  readonly policy: Policy;
  /** Whether a person said that this tool is not asked about again. Absent where nobody could say so. */
  readonly isAllowed?: ((toolName: string) => Promise<boolean>) | undefined;
  readonly warn?: ((message: string) => void) | undefined;
}

/** Asks a policy about a call. One that throws, rejects or gives no verdict denies: silence is no permission. */
export async function judgeCall(
  { policy, isAllowed, warn }: Judge,
  args: JsonObject,
  context: PolicyContext,
): Promise<Judgement> {
  const { tool, signal } = context;
  let problem = "gave no verdict";
  let read: ReadVerdict | undefined;
  try {
    // In an async function, so that a policy that throws at once rejects like any other.
    const asked = (async () => policy({ toolName: tool.name, args }, context))();
    read = readVerdict(await orAborted(asked, signal));
  } catch (error) {
    if (signal.aborted) return { kind: "stopped" };
    problem = `threw: ${describeThrown(error)}`;
  }
  if (read?.kind === "ask") {
    const mayAllow = isAllowed !== undefined && (read.ask.always ?? tool.destructive !== true) === true;
    if (mayAllow && (await isAllowed(tool.name))) return { kind: "allow" };
    const raised = approval(tool, args, read.ask, mayAllow);
    if (raised.ok) return { kind: "ask", request: raised.request };
    problem = `asked in a way nobody can be asked: ${raised.problem}`;
  }
  if (read?.kind === "allow") return read;
  if (read?.kind === "deny") return { ...read, code: GATEWAY_CODES.DENIED };
  warn?.(`The policy ${problem}. The call of "${tool.name}" was denied.`);
  const reason = `Denied: the policy could not decide about ${tool.name}.`;
  return { kind: "deny", reason, code: GATEWAY_CODES.POLICY_FAILED };
}

/** The approval a person is asked for. The exact call stands in its data; nothing the policy adds can take its place. */
function approval(tool: Tool, args: JsonObject, ask: PolicyAsk, mayAllow: boolean) {
  const { prompt = `Allow ${tool.name}?`, data: { always: _always, ...data } = {}, expiresAt } = ask;
  // Whoever changes the arguments needs to know what they may be, also where the tool itself is not.
  const schema = data.editable === true ? freezeJson(tool.inputSchema) : undefined;
  return readRequest({
    id: newRequestId(),
    kind: "approval",
    prompt,
    data: {
      ...data,
      ...(schema?.ok && { inputSchema: schema.value }),
      toolName: tool.name,
      args,
      ...(tool.destructive && { destructive: true }),
      ...(mayAllow && { always: true }),
    },
    ...(expiresAt !== undefined && { expiresAt }),
  });
}
