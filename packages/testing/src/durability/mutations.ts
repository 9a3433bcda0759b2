import type { RunEvent } from "@holdpoint/core";

/** A rule of durability taken out of the sources by hand, to see who notices. */
export interface Mutation {
  /** What the sources do then. */
  readonly name: string;
  readonly file: string;
  /** Stands in the file exactly once. */
  readonly find: string;
  readonly replace: string;
}

const CORE = "packages/core/src";
const DRIVER = `${CORE}/run/run-driver.ts`;
const RULES = `${CORE}/run/write-rules.ts`;
const WRITER = `${CORE}/run/journal-writer.ts`;

/** The order of writing first and acting afterwards, and the fences between drivers, broken one at a time. */
export const MUTATIONS: readonly Mutation[] = [
  unwritten("a tool is entered before that is on disk", "call.started"),
  unwritten("the model is sent a result before it is on disk", "call.finished", "turn.finished", "turn.started"),
  unwritten("a tool acts on an Answer before that is on disk", "request.answered", "call.started"),
  {
    name: "a prompt is shown before its Request is on disk",
    file: WRITER,
    find: "    this.#unwritten = made.batch;\n    if (!(await this.#appendWhole(made.batch))) {",
    replace:
      "    this.#settleRequests(made.batch.requests ?? []);\n    this.#options.onFacts(made.heard);\n    if (!(await this.#appendWhole(made.batch))) {",
  },
  {
    name: "a write of an older epoch is taken",
    file: RULES,
    find: "if (batch.epoch < stored.epoch) {",
    replace: "if (batch.epoch < 0) {",
  },
  {
    name: "a lease that is taken by force raises no epoch",
    file: `${CORE}/run/memory-store.ts`,
    find: "epoch: run.record.epoch + 1 }",
    replace: "epoch: run.record.epoch }",
  },
  {
    name: "a tab that slept after a commit does not ask whether it still drives",
    file: DRIVER,
    find: 'return isOf("call.started") ? this.#awake(recorded) : recorded;',
    replace: "return recorded;",
  },
  {
    name: "a second Answer is taken",
    file: RULES,
    find: 'if (stored.state !== "open") {\n    const isOwn',
    replace: 'if (stored.state === "settled") {\n    const isOwn',
  },
  {
    name: "a batch undoes an Answer that was accepted meanwhile",
    file: RULES,
    find: 'if (next.state === "open" || (next.state === "answered" && sameAnswer)) return undefined;',
    replace:
      'if (next.state === "answered" && sameAnswer) return undefined;\n      if (next.state === "open") return next;',
  },
  {
    name: "an Answer that was taken back is acted on",
    file: RULES,
    find: 'if (next.state === "open" || next.state === "closed") return { ...stored, ...next };',
    replace: "if (next.state) return { ...stored, ...next };",
  },
  {
    name: "a call in doubt runs again unasked",
    file: `${CORE}/loop/settle-call.ts`,
    find: "if (slot.idempotent) {",
    replace: "if (slot.call) {",
  },
  {
    name: "a call that is entered again has another key",
    file: `${CORE}/loop/enter-call.ts`,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source text
    find: "idempotencyKey: `${context.runId}/${call.callId}`,",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source text
    replace: "idempotencyKey: `${context.runId}/${call.callId}/${attempt}`,",
  },
  {
    name: "an Answer `expired` can be taken back",
    file: RULES,
    find: ' || stored.answer?.reason === "expired"',
    replace: "",
  },
  {
    name: "a late Answer is accepted",
    file: RULES,
    find: "const expired = isExpired(stored.request, at);",
    replace: "const expired = at < 0 && isExpired(stored.request, at);",
  },
  {
    name: "what must be on the disk itself is left to the browser",
    file: WRITER,
    find: "strict: events.some(({ type }) => STRICT.has(type)),",
    replace: "strict: false,",
  },
  {
    name: "text that waits is not written before what follows it",
    file: WRITER,
    find: "facts: [...this.#takeText(), ...kept.map(({ value }) => value)],",
    replace: "facts: kept.length === 0 ? this.#takeText() : kept.map(({ value }) => value),",
  },
  {
    name: "a run that is cancelled leaves its sub-agents as they are",
    file: DRIVER,
    find: "    await cancelChildren(store, clock, runId);",
    replace: "    void [cancelChildren, store, clock, runId];",
  },
];

/** Facts that are acted on while they are on their way to the disk. */
function unwritten(name: string, ...types: readonly RunEvent["type"][]): Mutation {
  return {
    name,
    file: DRIVER,
    find: "const recorded = writer.emit(facts);",
    replace: `if (facts.some(({ type }) => ${JSON.stringify(types)}.includes(type))) {
            void Promise.allSettled([writer.emit(facts)]);
            return facts;
          }
          const recorded = writer.emit(facts);`,
  };
}

/** The source with the rule taken out. @throws Error where the rule is not to be found as it was: the mutation is out of date */
export function mutate({ name, file, find, replace }: Mutation, source: string): string {
  const [before, after, ...more] = source.split(find);
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(`"${name}" does not fit ${file} any more: what it takes out stands there not exactly once.`);
  }
  return before + replace + after;
}
