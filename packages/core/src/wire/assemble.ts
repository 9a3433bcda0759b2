import { loadCode } from "../contracts/load-code.ts";
import type { Message } from "../contracts/run.ts";
import type { Turn } from "../contracts/turn.ts";
import { isObject } from "../primitives/is-object.ts";
import { createBodyWriter } from "./body-text.ts";
import type { Dialect } from "./dialect.ts";
import type { PartRules, RenderPart } from "./refused-parts.ts";
import { appendMessages, assertBalanced } from "./transcript.ts";
import { wireIdsOf } from "./turn-calls.ts";
import type { WireRequest } from "./wire.ts";
import type { WireBasics } from "./wire-options.ts";

/** Makes request bodies for one wire: renders each turn once, shapes each body, warns of each thing once. */
export interface Assembler {
  /** The body of a loop's request, before shaping. @throws ContentPartError before anything is sent. */
  assemble(request: WireRequest): Promise<Record<string, unknown>>;
  /** Messages of a transcript as they go out. */
  render(messages: readonly Message[]): Promise<readonly Message[]>;
  /** The text of a shaped body. */
  write(body: Record<string, unknown>): string;
  /** Body → `requestParams` → `bodyTransform` (contract §8 "Shaping order"). */
  shape(body: Record<string, unknown>): Promise<Record<string, unknown>>;
}

/** Keys of a body that belong to the wire. */
const RESERVED = ["messages", "tools", "stream"];

export function createAssembler(dialect: Dialect, options: WireBasics): Assembler {
  const { maxPartBytes, onUnsupportedPart, requestParams = {}, bodyTransform, model, maxTokens } = options;
  const warned = new Set<string>();
  /** Settled turns never change, so what they became is kept: a long run does not render its history at each call. */
  const rendered = new WeakMap<Turn, readonly Message[]>();
  const writer = createBodyWriter();

  function warnOnce(topic: string, message: string): void {
    if (warned.has(topic)) return;
    warned.add(topic);
    warn(options, message);
  }

  function renderer(loadBlob: PartRules["loadBlob"]): RenderPart {
    const rules: PartRules = { codec: dialect.blocks, maxPartBytes, onUnsupportedPart, loadBlob, warnOnce };
    return async (part, provenance) => {
      const { renderPart } = await loadCode(() => import("./refused-parts.ts"));
      return renderPart(part, provenance, rules);
    };
  }

  return {
    async assemble({ turns, tools, rawTools, system, stream, loadBlob }) {
      assertBalanced(turns);
      const wireIdOf = wireIdsOf(turns);
      const render = renderer(loadBlob);
      const messages: Message[] = [];
      for (const turn of turns) {
        let ready = rendered.get(turn);
        if (ready === undefined) {
          ready = (await dialect.render(dialect.writeTurn(turn, wireIdOf), render)).map(writer.settle);
          rendered.set(turn, ready);
        }
        appendMessages(messages, ready, turn, dialect);
      }
      return dialect.body({ model, system, messages, tools: rawTools ?? dialect.tools(tools), stream, maxTokens });
    },

    async render(messages) {
      return dialect.render(messages, renderer(undefined));
    },

    write: writer.write,

    async shape(body) {
      const extra = Object.entries(requestParams).filter(([key]) => !RESERVED.includes(key));
      if (extra.length < Object.keys(requestParams).length) {
        warnOnce(
          "requestParams",
          `requestParams cannot set ${RESERVED.join(", ")}: those belong to the client. They were left out.`,
        );
      }
      const merged: Record<string, unknown> = Object.fromEntries([...Object.entries(body), ...extra]);
      if (bodyTransform === undefined) return merged;
      // A copy: what the host changes must not reach the transcript.
      const changed = await bodyTransform(JSON.parse(JSON.stringify(merged)));
      return isObject(changed) ? changed : merged;
    },
  };
}

/** The one place warnings go. */
function warn({ warn: report }: WireBasics, message: string): void {
  if (report !== undefined) report(message);
  // biome-ignore lint/suspicious/noConsole: a host that gave no `warn` still has to learn of it.
  else console.warn(`[holdpoint] ${message}`);
}
