import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The wire formats recordings come in. */
export type RecordedStyle = "openai" | "anthropic";

/** One call a reply asks for. `arguments` is the parsed value, `argumentsRaw` the text where that is no JSON. */
export interface ExpectedCall {
  readonly id: string | null;
  readonly name: string;
  readonly arguments: unknown;
  readonly argumentsRaw?: string;
  /** Its arguments never arrived whole: it must not run. */
  readonly incomplete?: true;
}

/** What a right client reads from a reply. Absent fields are not compared. */
export interface ExpectedReply {
  readonly text?: string;
  readonly toolCalls?: readonly ExpectedCall[];
  readonly finishReason?: string | null;
  readonly usage?: Readonly<Record<string, number>> | null;
  readonly reasoning?: string;
  readonly refusal?: string;
  readonly audioTranscript?: string;
  /** Tools the provider ran itself: never ours to run. */
  readonly serverTools?: readonly string[];
  /** The reply is, or ends in, an error. */
  readonly error?: Readonly<Record<string, unknown>>;
}

/** The body of one reply, and what comes with it. */
export interface RecordedReply {
  readonly style: RecordedStyle;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer>;
  /** Whether the request asked for a stream. */
  readonly stream: boolean;
  /** Byte lengths as the reply came over the network, where that was recorded. */
  readonly networkChunks?: readonly number[];
  readonly expected: ExpectedReply;
}

/** One turn of a recorded exchange. */
export interface ExchangeTurn {
  readonly request: Readonly<Record<string, unknown>>;
  readonly reply: RecordedReply;
}

/** One entry of `index.json`, read. */
export type Recording =
  | { readonly file: string; readonly kind: "reply"; readonly reply: RecordedReply }
  | { readonly file: string; readonly kind: "exchange"; readonly turns: readonly ExchangeTurn[] };

interface IndexEntry {
  readonly file: string;
  readonly style: RecordedStyle;
  readonly transport: "sse" | "json" | "exchange";
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly networkChunks?: readonly number[];
  readonly expected?: ExpectedReply;
}

interface ExchangeFileTurn {
  readonly request: Readonly<Record<string, unknown>>;
  readonly response: {
    readonly status?: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly json?: unknown;
    readonly text?: string;
  };
  readonly expected?: ExpectedReply;
}

/**
 * Reads the recordings of a folder by its `index.json`.
 *
 * @throws Error when the folder has no index.
 */
export function loadRecordings(folder: string): Recording[] {
  const index: IndexEntry[] = JSON.parse(readFileSync(join(folder, "index.json"), "utf8"));
  return index.map((entry) => loadRecording(folder, entry));
}

function loadRecording(folder: string, entry: IndexEntry): Recording {
  const { file, style, transport, status = 200, headers = {}, networkChunks, expected = {} } = entry;
  const bytes = new Uint8Array(readFileSync(join(folder, file)));
  if (transport !== "exchange") {
    const reply = { style, status, headers, body: bytes, stream: transport === "sse", expected };
    return { file, kind: "reply", reply: networkChunks ? { ...reply, networkChunks } : reply };
  }
  const turns: ExchangeFileTurn[] = JSON.parse(new TextDecoder().decode(bytes));
  return { file, kind: "exchange", turns: turns.map((turn) => readTurn(style, turn)) };
}

function readTurn(style: RecordedStyle, { request, response, expected = {} }: ExchangeFileTurn): ExchangeTurn {
  const text = response.text ?? JSON.stringify(response.json);
  return {
    request,
    reply: {
      style,
      status: response.status ?? 200,
      headers: response.headers ?? {},
      body: new TextEncoder().encode(text),
      stream: response.text !== undefined,
      expected,
    },
  };
}
