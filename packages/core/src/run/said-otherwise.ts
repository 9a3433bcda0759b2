import type { Turn } from "../contracts/turn.ts";
import { isObject } from "../primitives/is-object.ts";
import type { ViewPart } from "./view.ts";

/**
 * What an answer says where no text part says it: OpenAI gives a refusal, and the words of a spoken answer, beside the
 * text of the message, and they go back there.
 */
export function saidOtherwise({ role, providerData }: Turn): readonly ViewPart[] {
  const { style, value } = providerData ?? {};
  if (role !== "ASSISTANT" || style !== "openai" || !isObject(value)) return [];
  const { refusal, audio } = value;
  const spoken = isObject(audio) ? audio.transcript : undefined;
  return [
    ...(isText(refusal) ? [{ kind: "REFUSAL", text: refusal } as const] : []),
    ...(isText(spoken) ? [{ kind: "SPOKEN", text: spoken } as const] : []),
  ];
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
