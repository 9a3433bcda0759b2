import type { JsonObject } from "../contracts/json.ts";
import type { Message } from "../contracts/run.ts";
import type { ToolDeclaration } from "../contracts/tool.ts";
import type { ProviderData, Turn } from "../contracts/turn.ts";
import type { Usage } from "../contracts/usage.ts";
import type { OnCallDraft } from "./call-draft.ts";

/** One model call, as the loop asks for it. */
export interface WireRequest {
  /** The transcript so far, balanced: every call has one result. */
  readonly turns: readonly Turn[];
  readonly tools: readonly ToolDeclaration[];
  /** Tools in the provider's own shape, sent as they are in place of `tools` (a hook replaced them). */
  readonly rawTools?: readonly JsonObject[];
  /** The system text; empty when there is none (or when it stands in the transcript). */
  readonly system: string;
  /** Ask for a stream. A reply that is not one is read all the same. */
  readonly stream: boolean;
  readonly signal: AbortSignal;
  /** Gives the base64 of a blob a turn refers to; `undefined` when it is gone (a text note goes out instead). */
  readonly loadBlob?: (hash: string) => Promise<string | undefined>;
  /** Hears of calls whose arguments are still coming. */
  readonly onDraft?: OnCallDraft;
}

/**
 * What comes back of one model call, in order. `part` is the position of a part in the assistant turn that is growing;
 * deltas of one part come one after another or interleaved with others.
 */
export type WireEvent =
  | { readonly type: "text"; readonly part: number; readonly delta: string; readonly providerData?: ProviderData }
  | { readonly type: "reasoning"; readonly part: number; readonly delta: string; readonly providerData?: ProviderData }
  /** A call whose arguments are whole (or never will be: `incomplete`). `id` as the provider sent it, maybe empty. */
  | {
      readonly type: "call";
      readonly part: number;
      readonly id: string;
      readonly name: string;
      /** The text of the arguments; `""` when there was none. */
      readonly rawArgs: string;
      readonly incomplete?: true;
      readonly providerData?: ProviderData;
    }
  /** Figures of this one response so far: a later one replaces an earlier one. */
  | { readonly type: "usage"; readonly usage: Usage; readonly details?: JsonObject }
  /** The reply is whole. Last, once. `providerData` only where the parts alone do not give the message again. */
  | {
      readonly type: "finish";
      readonly finishReason: string | null;
      readonly providerData?: ProviderData;
      /** The decoded body of a reply that was not streamed. */
      readonly response?: unknown;
    };

/** Takes what a reply says, in order: a list, or whoever passes it on. */
export interface WireSink {
  push(event: WireEvent): unknown;
}

/** What the loop does with a wire event; a promise is awaited before the next byte is read. */
export type ReceiveWireEvent = (event: WireEvent) => void | Promise<void>;

/** One provider's way of speaking: the seam between the loop and an endpoint. */
export interface Wire {
  readonly style: "openai" | "anthropic";
  readonly model: string;
  /** Whether `stream: true` gives a stream. Without, a reply comes whole, and `client.stream()` raises (contract §8). */
  readonly streams: boolean;
  /** Has its code at hand, where that is loaded when it is first used. @throws HoldpointError `code-missing` */
  prepare?(): Promise<void>;
  /**
   * Asks the model once, retries included, and reports what comes.
   * @throws EndpointError when the call finally fails; `ContentPartError` before anything is sent; the signal's reason.
   */
  ask(request: WireRequest, receive: ReceiveWireEvent): Promise<void>;
  /**
   * Sends a body that was made elsewhere (`translate`), shaped, with retries, and reports what comes as `ask` does.
   * `messages` in it are as {@link Wire.render} gives them.
   * @throws as `ask` does.
   */
  send(body: JsonObject, signal: AbortSignal, receive: ReceiveWireEvent, onDraft?: OnCallDraft): Promise<void>;
  /**
   * Messages of this style as they go out: parts rendered as blocks, keys of our own left out (contract §8A).
   * @throws ContentPartError for an attached part that cannot be sent.
   */
  render(messages: readonly Message[]): Promise<readonly Message[]>;
  /** The transcript in this style, as `RunResult.messages` and hooks see it (contract §8, §8A "Transcript"). */
  toMessages(turns: readonly Turn[]): Promise<Message[]>;
  /**
   * Messages of either style, read into turns. `await toMessages(await fromMessages(m))` equals `m` for
   * messages of this style.
   * @throws HoldpointError `invalid-argument` for what is no message; `code-missing`.
   */
  fromMessages(messages: readonly Message[]): Promise<Turn[]>;
}
