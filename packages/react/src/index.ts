// binding
export type { AgentReference, ToolCallNamed, ToolNameOf, ToolsOf } from "./binding/agent-tools.ts";
export { returnAuthorization, takeAuthorizationReturn } from "./binding/authorization-channel.ts";
export type { AuthorizationReturn } from "./binding/authorization-return.ts";
export type { Partially, ToolCall, ToolCallOf } from "./binding/tool-call.ts";
// hooks
export { HoldpointProvider, type HoldpointProviderProps, useRuns } from "./hooks/provider.tsx";
export { type AgentRun, type Prompt, type UseAgentRunOptions, useAgentRun } from "./hooks/use-agent-run.ts";
export { type AllowedTools, useAllowedTools } from "./hooks/use-allowed-tools.ts";
export { type Inbox, useInbox } from "./hooks/use-inbox.ts";
export { type UsedRequest, useRequest } from "./hooks/use-request.ts";
export { type RunList, useRunList } from "./hooks/use-run-list.ts";
export { useRunSelector, useRunView } from "./hooks/use-run-selector.ts";
export { type Storage, useStorage } from "./hooks/use-storage.ts";
