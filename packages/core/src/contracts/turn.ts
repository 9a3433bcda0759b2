import type { TurnContent } from "./content.ts";
import type { JsonObject } from "./json.ts";

/**
 * What one provider needs back verbatim: opaque to everything but the wire of that style. Absent whenever the parts
 * alone give the provider's shape again.
 */
export interface ProviderData {
  readonly style: string;
  readonly value: unknown;
}

/** Text a person or the model wrote. */
export interface TextPart {
  readonly kind: "TEXT";
  readonly text: string;
  readonly providerData?: ProviderData;
}

/** The model's thinking, where the provider shows it. Never part of the answer. */
export interface ReasoningPart {
  readonly kind: "REASONING";
  readonly text: string;
  readonly providerData?: ProviderData;
}

/** An image, a file or audio. */
export interface ContentTurnPart {
  readonly kind: "CONTENT";
  readonly content: TurnContent;
  readonly providerData?: ProviderData;
}

/** One call the model asked for. */
export interface ToolCallPart {
  readonly kind: "TOOL_CALL";
  /** Unique in its run, whatever the provider sent. */
  readonly callId: string;
  readonly toolName: string;
  /** Parsed once, frozen, `{}` when the text was no JSON object. */
  readonly args: JsonObject;
  /** The text as the model wrote it, only where it is not `JSON.stringify(args)`. */
  readonly rawArgs?: string;
  /** The id this call has on the wire, only where it is not `callId` (a provider that repeats ids over turns). */
  readonly wireId?: string;
  /** Its arguments never arrived whole. It must not run. */
  readonly incomplete?: true;
  /** Its arguments cannot be taken (too deep, too large): the gateway's code for that. It must not run. */
  readonly refusedCode?: number;
  readonly providerData?: ProviderData;
}

/** What a failed call's part holds; the model reads the plain message. */
export interface FailedOutput {
  readonly error: string;
}

/**
 * What became of one call: one per {@link ToolCallPart}, always. The flags are there only when true. Rejected, denied
 * and failed calls do not count as executed.
 */
export interface ToolResultPart {
  readonly kind: "TOOL_RESULT";
  readonly callId: string;
  readonly toolName: string;
  /** The tool's text; the person's reason (`rejected`); the text the model reads (`denied`); `{ error }` (`failed`). */
  readonly output: string | FailedOutput;
  /** What the model reads, only where it is not the text of `output`. */
  readonly modelText?: string;
  readonly isError?: true;
  /** A person said no. */
  readonly rejected?: true;
  /** Policy refused it. */
  readonly denied?: true;
  /** It did not run, or threw. */
  readonly failed?: true;
  /** Only with `failed`: the tool's own code, or the gateway's. */
  readonly errorCode?: number | string;
  /** This call ended the run (a tool with `endsRun`); at most one per run. */
  readonly endedRun?: true;
  readonly parts?: readonly TurnContent[];
  readonly metadata?: JsonObject;
  /** Arguments a person edited before approving, where they are not the model's. */
  readonly editedArgs?: JsonObject;
  /** A stand-in while the call waits for an Answer; replaced when it comes. */
  readonly placeholder?: true;
  readonly providerData?: ProviderData;
}

/** One piece of a {@link Turn}. */
export type TurnPart = TextPart | ReasoningPart | ContentTurnPart | ToolCallPart | ToolResultPart;

/** `SYSTEM` is only for system messages that stand inside a transcript (a given history, a compaction's summary). */
export type TurnRole = "SYSTEM" | "USER" | "ASSISTANT" | "TOOL";

/** One entry of the canonical transcript, neutral to providers. Settled turns are immutable. */
export interface Turn {
  readonly role: TurnRole;
  readonly parts: readonly TurnPart[];
  /** As the provider spells it, for `ASSISTANT` turns. */
  readonly finishReason?: string;
  /** The whole message in one provider's shape, where the parts alone do not give it again. */
  readonly providerData?: ProviderData;
}
