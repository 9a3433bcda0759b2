import type { JsonObject } from "../../contracts/json.ts";
import { isObject } from "../../primitives/is-object.ts";
import { argumentsOf, parseJson } from "../call-arguments.ts";
import type { OnCallDraft } from "../call-draft.ts";

/** A call whose pieces are still coming. */
export interface CallDraft {
  /** Where it stands among the calls; a call without an index follows the one before it. */
  readonly order: number;
  readonly index: number | undefined;
  id: string;
  name: string;
  rawArgs: string;
  /** Keys beside the usual ones (signatures of some providers), to go back as they came. */
  extra?: Record<string, unknown>;
}

const USUAL_KEYS = /^(index|id|type|function)$/;

/** Puts the pieces of streamed calls together, however the provider numbers and names them. */
export class CallDrafts {
  readonly #drafts: CallDraft[] = [];
  readonly #onDraft: OnCallDraft | undefined;
  #last: CallDraft | undefined;

  constructor(onDraft?: OnCallDraft) {
    this.#onDraft = onDraft;
  }

  /** One entry of `delta.tool_calls`. */
  add(delta: JsonObject): void {
    const piece = isObject(delta.function) ? delta.function : {};
    const id = typeof delta.id === "string" ? delta.id : "";
    const index = typeof delta.index === "number" ? delta.index : undefined;
    const name = typeof piece.name === "string" ? piece.name : "";
    const args = argumentsOf(piece.arguments);
    const draft = this.#find(index, id, name, args) ?? this.#open(index);
    this.#last = draft;
    if (id !== "") draft.id = id;
    // Some repeat the name in each piece, some send it in pieces.
    if (name !== draft.name) draft.name += name;
    draft.rawArgs += args;
    this.#onDraft?.(this.#drafts.indexOf(draft), draft.name, args);
    for (const [key, value] of Object.entries(delta)) {
      if (USUAL_KEYS.test(key) || value === null || key === "__proto__") continue;
      draft.extra ??= {};
      draft.extra[key] = value;
    }
  }

  /** The calls in the provider's order. */
  inOrder(): readonly CallDraft[] {
    return this.#drafts.toSorted((left, right) => left.order - right.order);
  }

  /** The call a piece belongs to; `undefined` when it begins a new one. */
  #find(index: number | undefined, id: string, name: string, args: string): CallDraft | undefined {
    const draft = index === undefined ? this.#byId(id) : this.#drafts.findLast((one) => one.index === index);
    if (draft === undefined) return undefined;
    // A new id at an index already used: a new call.
    if (id !== "" && draft.id !== "" && id !== draft.id) return undefined;
    // A name and arguments again, though those of before are whole: a new call of a provider that numbers none.
    const again = name !== "" && args !== "" && (id === "" || index === undefined);
    return again && isObject(parseJson(draft.rawArgs)) ? undefined : draft;
  }

  #byId(id: string): CallDraft | undefined {
    return id === "" ? this.#last : this.#drafts.findLast((one) => one.id === id);
  }

  #open(index: number | undefined): CallDraft {
    const order = index ?? this.#last?.order ?? 0;
    const draft: CallDraft = { order, index, id: "", name: "", rawArgs: "" };
    this.#drafts.push(draft);
    return draft;
  }
}
