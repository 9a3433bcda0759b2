export type { JsonObject, JsonSchema } from "./contracts/json.ts";
export type { Usage } from "./contracts/usage.ts";
export { type Clock, systemClock } from "./primitives/clock.ts";
export { sleep } from "./primitives/sleep.ts";
