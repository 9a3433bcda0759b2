// contracts
export type { CallProgress } from "./contracts/call-progress.ts";
export {
  type AudioContent,
  type BlobContent,
  type ContentDescription,
  type ContentOptions,
  ContentPart,
  type ContentSource,
  type FileContent,
  type ImageContent,
  type MediaContent,
  type MediaFields,
  type MediaMaker,
  type MediaSource,
  type TextContent,
  type TurnContent,
} from "./contracts/content-part.ts";
export { mediaFileLine, partBytes, partTokens, placeholderOf } from "./contracts/describe-content-part.ts";
export {
  AnswerError,
  ContentPartError,
  EndpointError,
  type ErrorCode,
  type ErrorRecord,
  HoldpointError,
  StoreError,
} from "./contracts/errors.ts";
export type { HostValue } from "./contracts/host-value.ts";
export type { JsonObject, JsonSchema } from "./contracts/json.ts";
export {
  type Answer,
  type AnswerReason,
  type ChildRequest,
  expiryTime,
  type RaisedRequest,
  type Request,
  type RequestCall,
  type RequestKind,
  type RequestOrigin,
} from "./contracts/request.ts";
export type { Message, RunResult, RunStatus, ToolCallRecord } from "./contracts/run.ts";
export type { RunEvent, RunFact, RunLimit } from "./contracts/run-event.ts";
export type { StandardSchemaV1 } from "./contracts/standard-schema.ts";
export type { Tool, ToolContext, ToolDeclaration, ToolSource } from "./contracts/tool.ts";
export { type NewRequest, ToolResult } from "./contracts/tool-result.ts";
export type {
  ContentTurnPart,
  FailedOutput,
  ReasoningPart,
  TextPart,
  ToolCallPart,
  ToolResultPart,
  Turn,
  TurnPart,
  TurnRole,
} from "./contracts/turn.ts";
export type { Usage } from "./contracts/usage.ts";
// loop
export type { Budget } from "./loop/budget.ts";
export { type CompactorOptions, compactor } from "./loop/compaction.ts";
export { estimateTokens } from "./loop/estimate-tokens.ts";
export type { AfterLLM, AfterTool, BeforeLLM, BeforeTool, Hooks } from "./loop/hooks.ts";
export type { TranslateRequest, TranslateResult } from "./loop/translate.ts";
// primitives
export { type Clock, systemClock } from "./primitives/clock.ts";
export { type SchemaCheck, type SchemaIssue, validateJson } from "./primitives/json-schema.ts";
export { redact } from "./primitives/redact.ts";
export { type CheckedUrl, checkUrl } from "./primitives/safe-url.ts";
export { sanitizeName } from "./primitives/sanitize-name.ts";
export { sleep } from "./primitives/sleep.ts";
export type { Agent, AgentElsewhere, AgentTool, TeamAgent, WhilePending } from "./run/agent.ts";
export { type AgentClient, createAgentClient } from "./run/agent-client.ts";
export { allowedTool } from "./run/allowed-tools.ts";
export type { AnswerInput } from "./run/answer-request.ts";
// run
export { type Client, createClient, createInProcessClient, type InProcessClientOptions } from "./run/client.ts";
export type {
  AskOptions,
  ClientBehaviour,
  ClientOptions,
  ResumeOptions,
  RunOptions,
  StreamOptions,
} from "./run/client-options.ts";
export type { Conversation } from "./run/conversation.ts";
export type { ConversationStore } from "./run/conversation-store.ts";
export { exportOpenRuns, exportRuns } from "./run/export-runs.ts";
export { importRuns } from "./run/import-runs.ts";
export {
  type AnswerOutcome,
  type BlobRecord,
  type DriveOptions,
  type DriverLease,
  type JournalBatch,
  type JournalStore,
  RECORD_VERSION,
  type RequestFilter,
  type RequestRecord,
  type RequestState,
  type RunCommand,
  type RunFilter,
  type RunFork,
  type RunRecord,
  type RunSnapshot,
  type StoreCapabilities,
  type StoreChange,
  type StoreCondition,
  type StorePersistence,
  type StoreSweep,
  type TurnRecord,
} from "./run/journal.ts";
export { type AgentOptions, agent } from "./run/make-agent.ts";
export { createMemoryStore, type MemoryStore, type MemoryStoreOptions } from "./run/memory-store.ts";
export type { Prompt } from "./run/message-parts.ts";
export type { MetricEvent, ModelMetric, RunMetric, ToolMetric } from "./run/metric-event.ts";
export { createMetricsRegistry, type MetricsRegistry } from "./run/prometheus-text.ts";
export { type PruneOptions, type PruneReport, pruneRuns } from "./run/prune-runs.ts";
export { type Replay, type RunPast, type RunStep, replay } from "./run/replay.ts";
export type { ExportedBlob, ExportedRun, RunDigests, RunFile } from "./run/run-file.ts";
export { measureRuns, type RunUse, type StorageUse } from "./run/run-use.ts";
export { createRuns, type RunHandle, type Runs, type RunsOptions } from "./run/runs.ts";
export type { StreamEvent } from "./run/stream-event.ts";
export type { CallState, RunRole, RunView, ViewCallPart, ViewPart, ViewSaidPart, ViewTurn } from "./run/view.ts";
// toolkit
export {
  type ArgsOf,
  type DefinedTool,
  defineTool,
  type OutputOf,
  type ToolArgs,
  type ToolDefinition,
  type ToolOutput,
} from "./toolkit/define-tool.ts";
export { type ElicitationAnswer, elicitationAnswer, elicitationRequest } from "./toolkit/elicitation.ts";
export type {
  CallOutcome,
  Gateway,
  GatewayCall,
  SettledCall,
  SuspendedCall,
  ToolErrorReport,
} from "./toolkit/gateway.ts";
export { type CallErrorCode, GATEWAY_CODES } from "./toolkit/gateway-codes.ts";
export { type HttpToolOptions, httpTool } from "./toolkit/http-tool.ts";
export type { HttpRequestPlan } from "./toolkit/http-tool-request.ts";
export type { FromJsonSchema } from "./toolkit/json-schema-type.ts";
export { mapMcpResult } from "./toolkit/map-mcp-result.ts";
export {
  allOf,
  byTool,
  type Policy,
  type PolicyAsk,
  type PolicyCall,
  type PolicyContext,
  type PolicyVerdict,
} from "./toolkit/policy.ts";
export { questionTool } from "./toolkit/question-tool.ts";
export { type RelayCall, relayTool } from "./toolkit/relay-tool.ts";
export {
  listSkills,
  type SkillDef,
  type SkillList,
  type SkillOptions,
  type SkillProblem,
  type SkillProvider,
} from "./toolkit/skill-tool.ts";
export type { NameFilter } from "./toolkit/tool-filter.ts";
export {
  createToolkit,
  type Toolkit,
  type ToolkitOptions,
  type ToolProvider,
  type ToolProviderContext,
  type WaitFor,
} from "./toolkit/toolkit.ts";
// wire
export { createAnthropicWire } from "./wire/anthropic/wire.ts";
export type {
  GenerateDelta,
  GeneratedCall,
  GenerateReply,
  GenerateRequest,
  InProcessOptions,
} from "./wire/in-process.ts";
export { createOpenAIWire } from "./wire/openai/wire.ts";
export type { FailedAttempt, OnError } from "./wire/retry.ts";
export type { ReceiveWireEvent, Wire, WireEvent, WireRequest } from "./wire/wire.ts";
export type { UnsupportedPartMode, WireBasics, WireOptions } from "./wire/wire-options.ts";
