export { createFaultyStore, type FaultyStore, type StoreFault, type StoreMethod } from "./faults.ts";
export type { Pace } from "./paced-stream.ts";
export type {
  Fault,
  Reply,
  ResultCondition,
  Script,
  ScriptedCall,
  ScriptStep,
  StepCondition,
  TextMatch,
} from "./script.ts";
export { createScriptedModel, type ScriptedModel, type ScriptedModelOptions } from "./scripted-model.ts";
export type { ScriptedRequest, ScriptedStyle, ScriptedToolResult } from "./scripted-request.ts";
export { createVirtualClock, type VirtualClock } from "./virtual-clock.ts";
