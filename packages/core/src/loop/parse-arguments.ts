import type { JsonObject } from "../contracts/json.ts";
import { freezeJson } from "../primitives/freeze-json.ts";
import { GATEWAY_CODES } from "../toolkit/gateway-codes.ts";

/** Arguments of a call, parsed once. */
export interface ParsedArguments {
  /** A frozen copy; `{}` where the text was empty, no JSON, no object, or could not be taken. */
  readonly args: JsonObject;
  /** The text as it came, where it is not the JSON text of `args`. */
  readonly rawArgs?: string;
  /** Set when they are JSON but beyond our limits (or hold a number beyond all, as `1e400`): the call must not run. */
  readonly refusedCode?: number;
}

const EMPTY: JsonObject = Object.freeze({});

/** Reads the arguments a model wrote (contract §8 "Arguments"): shown, hashed, validated and run from this one copy. */
export function parseArguments(text: string): ParsedArguments {
  if (text === "") return { args: EMPTY, rawArgs: text };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The contract: what cannot be parsed reaches the tool as `{}`, and the transcript keeps the text.
    return { args: EMPTY, rawArgs: text };
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return { args: EMPTY, rawArgs: text };
  const frozen = freezeJson(value);
  if (!frozen.ok) {
    const refusedCode = frozen.reason === "type" ? GATEWAY_CODES.INVALID_INPUT : GATEWAY_CODES.ARGUMENTS_TOO_LARGE;
    return { args: EMPTY, rawArgs: text, refusedCode };
  }
  const args = frozen.value as JsonObject;
  return JSON.stringify(args) === text ? { args } : { args, rawArgs: text };
}
