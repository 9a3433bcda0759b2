export type { DevtoolsLabels } from "./devtools/devtools-labels.ts";
export { HoldpointDevtools, type HoldpointDevtoolsProps } from "./devtools/holdpoint-devtools.tsx";
export { createTap, type DevtoolsTap } from "./devtools/tap.ts";
export type { Exchange, ExchangeLog } from "./devtools/watch-fetch.ts";
export type { EventLog, StoreWrite } from "./devtools/watch-store.ts";
