export { defineHoldpointElements } from "./elements/define-elements.ts";
export { HoldpointElement, type HoldpointElementEvents } from "./elements/holdpoint-element.tsx";
export { HoldpointInboxElement, type OpenRunDetail } from "./elements/inbox-element.tsx";
export { HoldpointRequestElement } from "./elements/request-element.tsx";
export { HoldpointRunElement } from "./elements/run-element.tsx";
export type { AnswerDetail, AnsweredDetail } from "./place/told-source.ts";
