import { LIMITS } from "./limits.ts";

/** Pays for work; throws when there has been too much of it. */
export type Spend = (steps: number) => void;

/** A pattern that is matched in time linear in the text. */
export interface LinearPattern {
  /** Whether the pattern occurs in the text (a JSON Schema `pattern` is not anchored). */
  test(text: string, spend: Spend): boolean;
}

/** A pattern this matcher does not run; the message says what is in it. */
export class PatternError extends Error {
  override readonly name = "PatternError";
}

/**
 * Compiles a regular expression that somebody else wrote. The platform's own engine tries all ways one after another:
 * `^(a|a)*$` keeps it busy for seconds on 28 letters, and nothing can stop it. This one follows all ways at once
 * (Thompson's construction), so the time is text × pattern, whatever the pattern. Single characters and classes are
 * still the platform's to judge. Not taken: back references and lookbehind, which have no such construction.
 *
 * @throws PatternError
 */
export function compilePattern(source: string): LinearPattern {
  const flags = flagsOf(source);
  const reader = new PatternReader(source, flags);
  const program = assemble(reader.read());
  const split = flags === "u" ? (text: string) => [...text] : (text: string) => text.split("");
  return {
    test(text, spend) {
      spend(text.length >> 2);
      return run(program, split(text), 0, false, spend);
    },
  };
}

/** `u` as JSON Schema wants it; without, for patterns whose escapes only an older grammar allows. */
function flagsOf(source: string): "u" | "" {
  for (const flags of ["u", ""] as const) {
    try {
      new RegExp(source, flags);
      return flags;
    } catch {
      // Not of this grammar; the other one may take it.
    }
  }
  throw new PatternError("is no regular expression");
}

type Node =
  | { readonly kind: "character"; readonly matches: (character: string) => boolean }
  | { readonly kind: "sequence"; readonly nodes: readonly Node[] }
  | { readonly kind: "choice"; readonly nodes: readonly Node[] }
  | { readonly kind: "repeat"; readonly node: Node; readonly min: number; readonly max: number }
  | { readonly kind: "edge"; readonly edge: "^" | "$" | "b" | "B" }
  | { readonly kind: "ahead"; readonly node: Node; readonly negative: boolean };

/** Reads a pattern the platform has already found well-formed, so only its structure is left to find. */
class PatternReader {
  readonly #source: string;
  readonly #flags: string;
  #at = 0;

  constructor(source: string, flags: string) {
    this.#source = source;
    this.#flags = flags;
  }

  read(): Node {
    const branches: Node[] = [];
    do branches.push(this.#readSequence());
    while (this.#take("|"));
    return branches.length === 1 && branches[0] ? branches[0] : { kind: "choice", nodes: branches };
  }

  #readSequence(): Node {
    const nodes: Node[] = [];
    while (this.#at < this.#source.length && !/[|)]/.test(this.#source[this.#at] as string)) {
      nodes.push(this.#readQuantified(this.#readAtom()));
    }
    return { kind: "sequence", nodes };
  }

  #readAtom(): Node {
    const start = this.#at;
    if (this.#take("(")) return this.#readGroup();
    if (this.#take("^")) return { kind: "edge", edge: "^" };
    if (this.#take("$")) return { kind: "edge", edge: "$" };
    if (this.#take("\\")) return this.#readEscape(start);
    if (this.#take("[")) {
      while (!this.#take("]")) this.#at += this.#source[this.#at] === "\\" ? 2 : 1;
      return this.#character(start);
    }
    const literal =
      this.#flags === "u"
        ? String.fromCodePoint(this.#source.codePointAt(start) as number)
        : (this.#source[start] as string);
    this.#at += literal.length;
    return literal === "."
      ? this.#character(start)
      : { kind: "character", matches: (character) => character === literal };
  }

  #readGroup(): Node {
    if (this.#take("?<=") || this.#take("?<!")) throw new PatternError("looks behind, which is not taken");
    const ahead = this.#take("?=") ? "positive" : this.#take("?!") ? "negative" : undefined;
    if (ahead === undefined && !this.#take("?:") && this.#take("?")) {
      const name = /^<[^>]*>/.exec(this.#source.slice(this.#at))?.[0];
      if (name === undefined) throw new PatternError("changes flags inside itself, which is not taken");
      this.#at += name.length;
    }
    const node = this.read();
    this.#take(")");
    return ahead === undefined ? node : { kind: "ahead", node, negative: ahead === "negative" };
  }

  #readEscape(start: number): Node {
    if (this.#take("b")) return { kind: "edge", edge: "b" };
    if (this.#take("B")) return { kind: "edge", edge: "B" };
    const rest = this.#source.slice(this.#at);
    if (/^[1-9]/.test(rest) || (/^k</.test(rest) && this.#flags === "u")) {
      throw new PatternError("refers back to a group, which is not taken");
    }
    const unicode = /^(?:u\{[0-9A-Fa-f]+\}|u[dD][89abAB][0-9A-Fa-f]{2}\\u[dD][c-fC-F][0-9A-Fa-f]{2}|[pP]\{[^}]*\})/;
    const plain = /^(?:u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}|c[A-Za-z])/;
    const long = (this.#flags === "u" ? unicode.exec(rest) : null) ?? plain.exec(rest);
    this.#at += long?.[0].length ?? String.fromCodePoint(rest.codePointAt(0) ?? 0).length;
    return this.#character(start);
  }

  #readQuantified(node: Node): Node {
    const braces = /^\{(\d+)(?:(,)(\d*))?\}/.exec(this.#source.slice(this.#at, this.#at + 40));
    let bounds: readonly [number, number] | undefined;
    if (this.#take("*")) bounds = [0, Number.POSITIVE_INFINITY];
    else if (this.#take("+")) bounds = [1, Number.POSITIVE_INFINITY];
    else if (this.#take("?")) bounds = [0, 1];
    else if (braces) {
      this.#at += braces[0].length;
      const min = Number(braces[1]);
      const open = braces[3] === "" ? Number.POSITIVE_INFINITY : Number(braces[3]);
      bounds = [min, braces[2] === undefined ? min : open];
    }
    if (bounds === undefined) return node;
    // Greedy or lazy: the same texts match.
    this.#take("?");
    return { kind: "repeat", node, min: bounds[0], max: bounds[1] };
  }

  /** One character, judged by the platform; what it says of ASCII is kept. */
  #character(start: number): Node {
    const single = new RegExp(`^(?:${this.#source.slice(start, this.#at)})$`, this.#flags);
    const ascii = Array.from({ length: 128 }, (_, code) => single.test(String.fromCharCode(code)));
    const matches = (character: string): boolean =>
      ascii[character.length === 1 ? character.charCodeAt(0) : 128] ?? single.test(character);
    return { kind: "character", matches };
  }

  #take(text: string): boolean {
    if (!this.#source.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }
}

type Step =
  | { readonly op: "character"; readonly matches: (character: string) => boolean }
  | { readonly op: "fork"; first: number; second: number }
  | { readonly op: "edge"; readonly edge: "^" | "$" | "b" | "B" }
  | { readonly op: "ahead"; readonly program: readonly Step[]; readonly negative: boolean }
  | { readonly op: "match" };

function assemble(node: Node): readonly Step[] {
  const program: Step[] = [];
  emit(node, program);
  program.push({ op: "match" });
  return program;
}

function emit(node: Node, program: Step[]): void {
  if (program.length > LIMITS.patternSize) throw new PatternError("is too large");
  switch (node.kind) {
    case "character":
      program.push({ op: "character", matches: node.matches });
      return;
    case "edge":
      program.push({ op: "edge", edge: node.edge });
      return;
    case "ahead":
      program.push({ op: "ahead", program: assemble(node.node), negative: node.negative });
      return;
    case "sequence":
      for (const each of node.nodes) emit(each, program);
      return;
    case "choice":
      emitChoice(node.nodes, program);
      return;
    case "repeat":
      emitRepeat(node.node, node.min, node.max, program);
  }
}

function emitChoice(nodes: readonly Node[], program: Step[]): void {
  const ends: { first: number; second: number }[] = [];
  for (const [index, node] of nodes.entries()) {
    const fork = index === nodes.length - 1 ? undefined : pushFork(program);
    if (fork) fork.first = program.length;
    emit(node, program);
    if (fork) {
      ends.push(pushFork(program));
      fork.second = program.length;
    }
  }
  for (const end of ends) end.first = end.second = program.length;
}

function emitRepeat(node: Node, min: number, max: number, program: Step[]): void {
  for (let count = 0; count < min; count++) emit(node, program);
  if (max === Number.POSITIVE_INFINITY) {
    const start = program.length;
    const fork = pushFork(program);
    fork.first = program.length;
    emit(node, program);
    const back = pushFork(program);
    back.first = back.second = start;
    fork.second = program.length;
    return;
  }
  const exits: { second: number }[] = [];
  for (let count = min; count < max; count++) {
    const fork = pushFork(program);
    fork.first = program.length;
    exits.push(fork);
    emit(node, program);
  }
  for (const exit of exits) exit.second = program.length;
}

function pushFork(program: Step[]): { first: number; second: number } {
  const fork = { op: "fork" as const, first: 0, second: 0 };
  program.push(fork);
  return fork;
}

/** Follows all ways through the program at once, one character after another. */
function run(
  program: readonly Step[],
  text: readonly string[],
  from: number,
  anchored: boolean,
  spend: Spend,
): boolean {
  spend(program.length >> 3);
  const seen = new Int32Array(program.length).fill(-1);
  let ways: number[] = [];
  let next: number[] = [];
  for (let at = from; at <= text.length; at++) {
    if (!anchored || at === from) follow(0, at);
    spend(1 + (ways.length >> 2));
    const character = text[at];
    next = [];
    for (const way of ways) {
      const step = program[way] as Step;
      if (step.op === "match") return true;
      if (step.op === "character" && character !== undefined && step.matches(character)) next.push(way + 1);
    }
    if (at === text.length || (next.length === 0 && anchored)) return false;
    const reached = next;
    ways = [];
    for (const way of reached) follow(way, at + 1);
  }
  return false;

  /** Adds a way and all it leads to without a character; each once per position. */
  function follow(start: number, at: number): void {
    const open = [start];
    for (let way = open.pop(); way !== undefined; way = open.pop()) {
      if (seen[way] === at) continue;
      seen[way] = at;
      const step = program[way] as Step;
      if (step.op === "fork") open.push(step.second, step.first);
      else if (step.op === "edge") {
        if (isAtEdge(step.edge, text, at)) open.push(way + 1);
      } else if (step.op === "ahead") {
        if (run(step.program, text, at, true, spend) !== step.negative) open.push(way + 1);
      } else ways.push(way);
    }
  }
}

function isAtEdge(edge: "^" | "$" | "b" | "B", text: readonly string[], at: number): boolean {
  if (edge === "^") return at === 0;
  if (edge === "$") return at === text.length;
  return (isWord(text[at - 1]) !== isWord(text[at])) === (edge === "b");
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && /^\w$/.test(character);
}
