import type { JsonObject } from "../../contracts/json.ts";
import { isObject } from "../../primitives/is-object.ts";
import { isCutShort, parseJson } from "../call-arguments.ts";
import type { OnCallDraft } from "../call-draft.ts";
import { appendCalls, appendUsage, type ReplyReader } from "../reply-reader.ts";
import { mergeUsage } from "../usage.ts";
import type { WireEvent, WireSink } from "../wire.ts";
import { readAnthropicBlock } from "./read-message.ts";

/** A content block that is still growing. */
interface BlockDraft {
  readonly part: number;
  readonly block: Record<string, unknown>;
  /** Pieces of the input's JSON. */
  json: string;
  /** Its place among the calls; -1 where it is none. */
  readonly order: number;
}

/** Reads a streamed Messages reply. `ping` and unknown events mean nothing. */
export class AnthropicReply implements ReplyReader {
  finishReason: string | null = null;
  ended = false;

  #usage: JsonObject | undefined;
  #parts = 0;
  readonly #open = new Map<unknown, BlockDraft>();
  readonly #calls: Extract<WireEvent, { type: "call" }>[] = [];
  readonly #onDraft: OnCallDraft | undefined;
  /** Calls that have begun. */
  #begun = 0;

  constructor(onDraft?: OnCallDraft) {
    this.#onDraft = onDraft;
  }

  get finished(): boolean {
    return this.ended || this.finishReason !== null;
  }

  read(payload: JsonObject, out: WireSink): void {
    const { type, index, delta } = payload;
    switch (type) {
      case "content_block_delta": {
        const draft = this.#open.get(index);
        if (draft === undefined || !isObject(delta)) return;
        grow(draft, delta, out);
        if (typeof delta.partial_json === "string") this.#tellDraft(draft, delta.partial_json);
        return;
      }
      case "content_block_start":
        if (isObject(payload.content_block)) this.#start(index, payload.content_block, out);
        return;
      case "content_block_stop": {
        const draft = this.#open.get(index);
        this.#open.delete(index);
        if (draft !== undefined) this.#stop(draft, out);
        return;
      }
      case "message_start":
        if (isObject(payload.message)) this.#usage = mergeUsage(this.#usage, payload.message.usage);
        return;
      case "message_delta":
        this.#usage = mergeUsage(this.#usage, payload.usage);
        if (isObject(delta) && typeof delta.stop_reason === "string") this.finishReason = delta.stop_reason;
        return;
      case "message_stop":
        this.ended = true;
        return;
    }
  }

  close(out: WireSink, broken: boolean): void {
    for (const draft of this.#open.values()) {
      const { type, id, name } = draft.block;
      if (!broken) this.#stop(draft, out);
      else if (type === "tool_use") this.#call(draft, id, name, { incomplete: true });
    }
    // In the order they began: blocks may end in another.
    const calls = this.#calls.toSorted((left, right) => left.part - right.part);
    appendCalls(calls, broken || isCutShort(this.finishReason), out);
    appendUsage(this.#usage, out);
    if (!broken) out.push({ type: "finish", finishReason: this.finishReason });
  }

  #start(index: unknown, block: JsonObject, out: WireSink): void {
    const order = block.type === "tool_use" ? this.#begun++ : -1;
    const draft: BlockDraft = { part: this.#parts++, block: { ...block }, json: "", order };
    this.#open.set(index, draft);
    this.#tellDraft(draft, "");
    const { text = "", thinking = "" } = block;
    if (block.type === "text") draft.block.text = "";
    if (block.type === "thinking") draft.block.thinking = "";
    if (block.type === "text" && typeof text === "string") say(draft, "text", text, out);
    if (block.type === "thinking" && typeof thinking === "string") say(draft, "reasoning", thinking, out);
  }

  #tellDraft({ order, block: { name } }: BlockDraft, delta: string): void {
    if (order >= 0) this.#onDraft?.(order, typeof name === "string" ? name : "", delta);
  }

  /** The block is whole: what its text does not tell is said now. */
  #stop(draft: BlockDraft, out: WireSink): void {
    const { block, json, part } = draft;
    const input = parseJson(json);
    if (isObject(input)) block.input = input;
    if (block.type === "tool_use") {
      const { type: _type, id, name, input: _input, ...kept } = block;
      const data = Object.keys(kept).length > 0 && { providerData: { style: "anthropic", value: kept } };
      this.#call(draft, id, name, data || {});
      return;
    }
    // Empty citations and the like are no more than the block's form.
    for (const [key, value] of Object.entries(block)) if (value === null) delete block[key];
    const whole = readAnthropicBlock(block);
    if (whole.providerData === undefined || (whole.kind !== "TEXT" && whole.kind !== "REASONING")) return;
    out.push({ type: whole.kind === "TEXT" ? "text" : "reasoning", part, delta: "", providerData: whole.providerData });
  }

  #call({ part, json, block }: BlockDraft, id: unknown, name: unknown, more: object): void {
    const whole = parseJson(json);
    // Some send the input whole with the start of the block.
    const sent = isObject(block.input) && Object.keys(block.input).length > 0 ? JSON.stringify(block.input) : "";
    this.#calls.push({
      type: "call",
      part,
      id: typeof id === "string" ? id : "",
      name: typeof name === "string" ? name : "",
      rawArgs: json === "" ? sent : whole === undefined ? json : JSON.stringify(whole),
      ...more,
    });
  }
}

function say({ part }: BlockDraft, type: "text" | "reasoning", delta: string, out: WireSink): void {
  if (delta !== "") out.push({ type, part, delta });
}

/** Lets a block grow by a delta. Kinds of delta nobody knows yet grow the keys they name. */
function grow(draft: BlockDraft, delta: JsonObject, out: WireSink): void {
  const { block } = draft;
  switch (delta.type) {
    case "text_delta":
      if (typeof delta.text === "string") say(draft, "text", delta.text, out);
      return;
    case "thinking_delta":
      if (typeof delta.thinking === "string") say(draft, "reasoning", delta.thinking, out);
      return;
    case "input_json_delta":
      if (typeof delta.partial_json === "string") draft.json += delta.partial_json;
      return;
    case "citations_delta":
      block.citations = [...(Array.isArray(block.citations) ? block.citations : []), delta.citation];
      return;
    default:
      for (const [key, value] of Object.entries(delta)) {
        if (key === "type" || key === "__proto__") continue;
        const before = block[key];
        block[key] = typeof before === "string" && typeof value === "string" ? before + value : value;
      }
  }
}
