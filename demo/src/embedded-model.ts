import { createScriptedModel } from "@holdpoint/testing";
import { demoScript } from "./scripts/stories.ts";

/** The model inside the page: no key, no network, and still the wire format of a real endpoint. */
export const embeddedModel = createScriptedModel({ script: demoScript, pace: { latencyMs: 150 } });
