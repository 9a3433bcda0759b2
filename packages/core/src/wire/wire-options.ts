import type { HostValue } from "../contracts/host-value.ts";
import type { JsonObject } from "../contracts/json.ts";
import type { Clock } from "../primitives/clock.ts";
import type { OnError } from "./retry.ts";

/** What parts that cannot be sent become, whoever they come from (contract §8A). */
export type UnsupportedPartMode = "error" | "text";

/** What every wire takes, whether it talks to an endpoint or to a function of the host (contract §8). */
export interface WireBasics {
  /** Goes out verbatim. */
  readonly model: string;
  /** How often a failed attempt is repeated at most. @default 2, in process 0 */
  readonly retries?: number;
  /** The first wait between attempts in milliseconds; it doubles. @default 500 */
  readonly retryBaseMs?: number;
  /** Statuses retried beside 429, 500, 502, 503, 504 and 529. */
  readonly retryableStatuses?: readonly number[];
  /** Decides every failed attempt, within `retries`. @default retry what is retryable */
  readonly onError?: OnError;
  /** Merged into every body, its keys win; `messages`, `tools` and `stream` are dropped with a warning. */
  readonly requestParams?: JsonObject;
  /** Sees every body last and gives the one to send; nothing falsy changes it. The transcript is not touched. */
  readonly bodyTransform?: (body: Record<string, unknown>) => unknown;
  /** The most decoded bytes one part may have; equal is allowed. @default no limit */
  readonly maxPartBytes?: number;
  /** @default by where a part comes from: an attached one is an error, one of a tool becomes a line of text */
  readonly onUnsupportedPart?: UnsupportedPartMode;
  /** `max_tokens` of a request. @default 4096 in the anthropic style, which demands one; none in the openai style */
  readonly maxTokens?: number;
  /** Hears what is odd but no failure. @default console.warn */
  readonly warn?: (message: string) => void;
  /** @default the system's clock */
  readonly clock?: Clock;
}

/** How to reach an endpoint. */
export interface WireOptions extends WireBasics {
  /** One trailing slash is dropped. */
  readonly baseUrl: string;
  /** Without one, no authorization header is sent: a proxy may add it. */
  readonly apiKey?: HostValue;
  /** Merged last, so they win. Values or the whole record may be functions, asked at each request. */
  readonly headers?:
    | Readonly<Record<string, HostValue>>
    | (() => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>);
  /** @default globalThis.fetch */
  readonly fetch?: typeof globalThis.fetch;
  /**
   * A reply in which nothing but keep-alives came for so many milliseconds (and at most a quarter more) is given up.
   * 0 waits for ever. @default 120000
   */
  readonly streamIdleMs?: number;
}
