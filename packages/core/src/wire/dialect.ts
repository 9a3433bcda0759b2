import type { JsonObject } from "../contracts/json.ts";
import type { Message } from "../contracts/run.ts";
import type { ToolDeclaration } from "../contracts/tool.ts";
import type { Turn } from "../contracts/turn.ts";
import type { OnCallDraft } from "./call-draft.ts";
import type { BlockCodec } from "./content-blocks.ts";
import type { WireStyle } from "./provider-data.ts";
import type { RenderPart } from "./refused-parts.ts";
import type { ReplyReader } from "./reply-reader.ts";
import type { WireIdOf } from "./turn-calls.ts";
import type { WireSink } from "./wire.ts";

/** What a body is made of. */
export interface BodyParts {
  readonly model: string;
  readonly system: string;
  /** Rendered, in the provider's shape; system messages may stand among them. */
  readonly messages: readonly Message[];
  /** In the provider's shape. */
  readonly tools: readonly JsonObject[];
  readonly stream: boolean;
  readonly maxTokens: number | undefined;
}

/** All that differs between the styles: pure functions, nothing of the network. */
export interface Dialect {
  readonly style: WireStyle;
  readonly blocks: BlockCodec;
  url(baseUrl: string): string;
  headers(apiKey: string | undefined): Record<string, string>;
  /** One turn as messages of the transcript. */
  writeTurn(turn: Turn, wireIdOf: WireIdOf): Message[];
  /** The message before and the one a turn became, where the two are one in this style. */
  join?(before: Message, message: Message, turn: Turn): Message | undefined;
  /** Messages of the transcript as they go out: parts become blocks, our own keys stay here. */
  render(messages: readonly Message[], render: RenderPart): readonly Message[] | Promise<readonly Message[]>;
  tools(declarations: readonly ToolDeclaration[]): JsonObject[];
  body(parts: BodyParts): Record<string, unknown>;
  /** A reader for one streamed reply. */
  openReply(onDraft?: OnCallDraft): ReplyReader;
  /** Loads what reads a reply that came whole. @throws HoldpointError `code-missing` */
  loadReplyReader(): Promise<ReadWholeReply>;
}

/**
 * Reads a reply that came whole; what it says is appended to `out`, without the end where it is `failed`.
 * @returns the finish reason; `undefined` when it is no reply of this style
 */
export type ReadWholeReply = (body: JsonObject, out: WireSink, failed: boolean) => string | null | undefined;
