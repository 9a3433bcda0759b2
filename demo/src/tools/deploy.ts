import { defineTool, ToolResult } from "@holdpoint/core";
import { recordEffect } from "../ledger.ts";

const environments = ["staging", "production"] as const;

/** Does not know enough yet: it asks a person for it, and runs again with the answer. */
export const deploy = defineTool({
  name: "deploy",
  description: "Deploys a service. Asks which environment.",
  inputSchema: {
    type: "object",
    properties: { service: { type: "string" }, version: { type: "string" } },
    required: ["service"],
    additionalProperties: false,
  },
  async run({ service, version }, context) {
    const choice = readChoice(context.answer?.data);
    if (choice === undefined) {
      return ToolResult.pending({
        id: "",
        kind: "input",
        prompt: "Which environment?",
        data: {
          schema: {
            type: "object",
            properties: {
              environment: { type: "string", title: "Environment", enum: environments },
              note: { type: "string", title: "Note for the log", maxLength: 120 },
            },
            required: ["environment"],
            additionalProperties: false,
          },
        },
      });
    }
    await recordEffect("deploy", { service, version, ...choice }, context);
    return { deployed: service, version: version ?? "latest", environment: choice.environment, note: choice.note };
  },
});

interface Choice {
  readonly environment: string;
  readonly note?: string;
}

/** The answer comes from a form, so it is looked at like anything from outside. */
function readChoice(data: unknown): Choice | undefined {
  if (typeof data !== "object" || data === null || !("environment" in data)) return undefined;
  const environment = environments.find((known) => known === data.environment);
  if (environment === undefined) return undefined;
  return "note" in data && typeof data.note === "string" ? { environment, note: data.note } : { environment };
}
