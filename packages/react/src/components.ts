// frame
export { Composer, type ComposerProps } from "./components/composer.tsx";
export { HoldpointComponents, type HoldpointComponentsProps } from "./components/holdpoint-components.tsx";
export { Inbox, type InboxProps } from "./components/inbox.tsx";
export type { LabelOverrides, Labels } from "./components/labels.ts";
// parts
export { PartView, type PartViewProps } from "./components/parts/part-view.tsx";
// requests
export { AllowedTools, type AllowedToolsProps } from "./components/request/allowed-tools.tsx";
export { ApprovalPrompt } from "./components/request/approval-prompt.tsx";
export { AuthorizationPrompt } from "./components/request/authorization-prompt.tsx";
export { GuardedButton, type GuardedButtonProps } from "./components/request/guarded-button.tsx";
export { InDoubtPrompt } from "./components/request/in-doubt-prompt.tsx";
export { InputPrompt } from "./components/request/input-prompt.tsx";
export { isInForeignFrame, observeSight } from "./components/request/observe-sight.ts";
export type { RequestPromptProps } from "./components/request/prompt-frame.tsx";
export type { PromptAnswer, PromptProps } from "./components/request/prompt-props.ts";
export { QuestionPrompt } from "./components/request/question-prompt.tsx";
export { RequestPrompt } from "./components/request/request-prompt.tsx";
export { RequestQueue, type RequestQueueProps } from "./components/request/request-queue.tsx";
export type { SendAnswer } from "./components/request/use-answer.ts";
export type { ComponentSettings, TextProps } from "./components/settings.ts";
// storage
export { StorageMeter } from "./components/storage/storage-meter.tsx";
export { StorageNotice } from "./components/storage/storage-notice.tsx";
export type { StorageMeterProps } from "./components/storage/storage-use.tsx";
export type { Branching } from "./components/timeline/message-branches.tsx";
export { RunTimeline, type RunTimelineProps } from "./components/timeline/run-timeline.tsx";
export { ToolResultView, type ToolResultViewProps } from "./components/timeline/tool-result-view.tsx";
// timeline
export type { RenderersOf, ToolCard, ToolCardProps, ToolRenderers } from "./components/tool-renderers.ts";
