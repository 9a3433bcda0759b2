import type { JsonObject } from "../../contracts/json.ts";
import { isObject } from "../../primitives/is-object.ts";
import { isCutShort } from "../call-arguments.ts";
import type { OnCallDraft } from "../call-draft.ts";
import { appendCalls, appendUsage, type ReplyReader } from "../reply-reader.ts";
import { mergeUsage } from "../usage.ts";
import type { WireSink } from "../wire.ts";
import { CallDrafts } from "./call-drafts.ts";
import { detailsText, thinkingText } from "./thinking-text.ts";

/** Reads a streamed Chat Completions reply. Only the first choice counts. */
export class OpenAIReply implements ReplyReader {
  finishReason: string | null = null;
  /** `[DONE]` is no payload; whoever reads the events stops there. */
  readonly ended = false;

  readonly #calls: CallDrafts;
  #usage: JsonObject | undefined;
  #parts = 0;
  #textPart = -1;
  #reasoningPart = -1;
  /** The name the thinking came by, under which it goes back. */
  #reasoningField: string | undefined;
  readonly #details: Record<string, unknown>[] = [];
  #legacy: { name: string; arguments: string } | undefined;
  #refusal = "";
  #annotations: unknown[] | undefined;
  #audio: Record<string, unknown> | undefined;

  constructor(onDraft?: OnCallDraft) {
    this.#calls = new CallDrafts(onDraft);
  }

  get finished(): boolean {
    // Some send "" in every chunk.
    return this.finishReason !== null && this.finishReason !== "";
  }

  read(payload: JsonObject, out: WireSink): void {
    const { choices, usage, x_groq: groq } = payload;
    if (usage || groq) this.#readUsage(usage, groq);
    if (!Array.isArray(choices)) return;
    // By its place: of what is done for every delta, an iterator is the dearest.
    for (let index = 0; index < choices.length; index += 1) {
      const choice: unknown = choices[index];
      if (!isObject(choice) || (typeof choice.index === "number" && choice.index !== 0)) continue;
      if (typeof choice.finish_reason === "string") this.finishReason = choice.finish_reason;
      // A reply that came as one event has a message where a delta is due.
      const delta = choice.delta ?? (this.#parts === 0 ? choice.message : undefined);
      if (isObject(delta)) this.#readDelta(delta, out);
    }
  }

  close(out: WireSink, broken: boolean): void {
    const details = this.#details.length > 0 ? { details: this.#details } : {};
    if (this.#reasoningField !== undefined || "details" in details) {
      const value = { ...(this.#reasoningField !== undefined && { field: this.#reasoningField }), ...details };
      out.push({ type: "reasoning", part: this.#reasoning(), delta: "", providerData: { style: "openai", value } });
    }
    const drafts = this.#calls.inOrder();
    const calls = drafts.map(({ id, name, rawArgs }) => ({ id, name, rawArgs }));
    if (this.#legacy) calls.push({ id: "", name: this.#legacy.name, rawArgs: this.#legacy.arguments });
    appendCalls(
      calls.map((call) => ({ type: "call", part: this.#parts++, ...call })),
      broken || isCutShort(this.finishReason),
      out,
    );
    appendUsage(this.#usage, out);
    if (broken) return;
    const extra = {
      ...(this.#refusal && { refusal: this.#refusal, ...(this.#textPart < 0 && { content: null }) }),
      ...(this.#annotations && { annotations: this.#annotations }),
      ...(this.#audio && { audio: this.#audio }),
      ...(drafts.some((draft) => draft.extra) && {
        tool_calls: drafts.map(({ id, name, rawArgs, extra: more }) => ({
          id,
          type: "function",
          function: { name, arguments: rawArgs },
          ...more,
        })),
      }),
    };
    const data = Object.keys(extra).length > 0 && { providerData: { style: "openai", value: extra } };
    out.push({ type: "finish", finishReason: this.finishReason, ...data });
  }

  #readUsage(usage: unknown, groq: unknown): void {
    if (isObject(usage)) this.#usage = mergeUsage(this.#usage, usage);
    else if (isObject(groq)) this.#usage = mergeUsage(this.#usage, groq.usage);
  }

  #readDelta(delta: JsonObject, out: WireSink): void {
    const { content, tool_calls: calls } = delta;
    if (delta.reasoning_content || delta.reasoning || delta.reasoning_details) this.#readReasoning(delta, out);
    if (typeof content === "string") this.#say(content, out);
    else if (Array.isArray(content)) {
      this.#think("content", thinkingText(content), out);
      for (const block of content) {
        if (isObject(block) && block.type === "text" && typeof block.text === "string") this.#say(block.text, out);
      }
    }
    if (Array.isArray(calls)) for (const call of calls) if (isObject(call)) this.#calls.add(call);
    if (delta.function_call || delta.refusal || delta.annotations || delta.audio) this.#readRare(delta);
  }

  #say(delta: string, out: WireSink): void {
    if (delta === "") return;
    if (this.#textPart < 0) this.#textPart = this.#parts++;
    out.push({ type: "text", part: this.#textPart, delta });
  }

  #think(field: string | undefined, delta: string, out: WireSink): void {
    if (delta === "") return;
    if (field !== undefined) this.#reasoningField ??= field;
    out.push({ type: "reasoning", part: this.#reasoning(), delta });
  }

  #reasoning(): number {
    if (this.#reasoningPart < 0) this.#reasoningPart = this.#parts++;
    return this.#reasoningPart;
  }

  #readReasoning({ reasoning_content: content, reasoning, reasoning_details: details }: JsonObject, out: WireSink) {
    if (typeof content === "string") this.#think("reasoning_content", content, out);
    else if (typeof reasoning === "string") this.#think("reasoning", reasoning, out);
    if (!Array.isArray(details)) return;
    if (!content && !reasoning) this.#think(undefined, detailsText(details), out);
    for (const detail of details) if (isObject(detail)) this.#keepDetail(detail);
  }

  /** Pieces of one thought are joined; what is sealed comes whole. */
  #keepDetail(detail: Record<string, unknown>): void {
    const last = this.#details.at(-1);
    const joins = last?.type === detail.type && last?.index === detail.index && detail.data === undefined;
    if (last === undefined || !joins) {
      this.#details.push({ ...detail });
      return;
    }
    for (const [key, value] of Object.entries(detail)) {
      if (value === null || key === "__proto__") continue;
      const before = last[key];
      const grows = (key === "text" || key === "summary") && typeof before === "string" && typeof value === "string";
      last[key] = grows ? before + value : value;
    }
  }

  #readRare({ function_call: call, refusal, annotations, audio }: JsonObject): void {
    if (typeof refusal === "string") this.#refusal += refusal;
    if (Array.isArray(annotations)) this.#annotations = [...(this.#annotations ?? []), ...annotations];
    if (isObject(call)) {
      this.#legacy ??= { name: "", arguments: "" };
      if (typeof call.name === "string" && call.name !== this.#legacy.name) this.#legacy.name += call.name;
      if (typeof call.arguments === "string") this.#legacy.arguments += call.arguments;
    }
    if (isObject(audio)) {
      this.#audio ??= {};
      // The sound itself is large and not sent back: its id stands for it.
      if (typeof audio.id === "string") this.#audio.id = audio.id;
      if (typeof audio.expires_at === "number") this.#audio.expires_at = audio.expires_at;
      if (typeof audio.transcript === "string") {
        this.#audio.transcript = `${this.#audio.transcript ?? ""}${audio.transcript}`;
      }
    }
  }
}
