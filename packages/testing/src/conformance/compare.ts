import { isFields } from "./scenario.ts";

/** One place where what was observed is not what was expected. */
export interface Difference {
  /** As in `requests[0].body.model`. */
  readonly path: string;
  readonly expected: unknown;
  /** `undefined` where there was nothing. */
  readonly actual: unknown;
}

/** Stands for a value that cannot be written down. */
const PLACEHOLDERS: ReadonlyMap<string, (actual: unknown) => boolean> = new Map([
  ["<id>", isText],
  ["<any>", isText],
  ["<ms>", (actual) => typeof actual === "number" && actual >= 0],
  ["<absent>", (actual) => actual === undefined],
  ["<absent-or-false>", (actual) => actual === undefined || actual === false],
]);

/** JSON deep equality with placeholders: the order of keys does not count, that of items does. */
export function compareWhole(expected: unknown, actual: unknown, path: string): Difference[] {
  const placeholder = typeof expected === "string" ? PLACEHOLDERS.get(expected) : undefined;
  if (placeholder !== undefined) return placeholder(actual) ? [] : [{ path, expected, actual }];
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual)) return [{ path, expected, actual }];
    const length = Math.max(expected.length, actual.length);
    return Array.from({ length }, (_, index) => index).flatMap((index) =>
      compareMember(expected, actual, String(index), `${path}[${index}]`),
    );
  }
  if (isFields(expected)) {
    if (!isFields(actual)) return [{ path, expected, actual }];
    const keys = new Set([...Object.keys(expected), ...Object.keys(actual)]);
    return [...keys].flatMap((key) => compareMember(expected, actual, key, `${path}.${key}`));
  }
  return Object.is(expected, actual) ? [] : [{ path, expected, actual }];
}

/** As {@link compareWhole}, for the top-level keys that are written only. */
export function compareWritten(expected: unknown, actual: unknown, path: string): Difference[] {
  if (!isFields(expected) || !isFields(actual)) return compareWhole(expected, actual, path);
  return Object.keys(expected).flatMap((key) => compareMember(expected, actual, key, `${path}.${key}`));
}

/** Two lists as multisets. */
export function compareUnordered(expected: unknown, actual: unknown, path: string): Difference[] {
  if (!Array.isArray(expected) || !Array.isArray(actual)) return compareWhole(expected, actual, path);
  const left: unknown[] = [...actual];
  const missing = expected.filter((item) => {
    const found = left.findIndex((candidate) => compareWhole(item, candidate, "").length === 0);
    if (found >= 0) left.splice(found, 1);
    return found < 0;
  });
  if (missing.length === 0 && left.length === 0) return [];
  return [{ path: `${path} (in any order)`, expected: missing, actual: left }];
}

/** A text in which `<n>` stands for an integer and `<sum>` for a number. */
export function compareMetricsText(expected: unknown, actual: unknown, path: string): Difference[] {
  if (typeof expected !== "string" || typeof actual !== "string") return compareWhole(expected, actual, path);
  const wanted = expected.split("\n");
  const got = actual.split("\n");
  const length = Math.max(wanted.length, got.length);
  return Array.from({ length }, (_, line) => line).flatMap((line) => {
    const matches = wanted[line] !== undefined && linePattern(wanted[line]).test(got[line] ?? "\n");
    return matches ? [] : [{ path: `${path} line ${line + 1}`, expected: wanted[line], actual: got[line] }];
  });
}

/** A rejection: its message contains the expected one, its `code` equals it. */
export function compareError(expected: unknown, actual: unknown, path: string): Difference[] {
  if (!isFields(expected) || !isFields(actual)) return compareWhole(expected, actual, path);
  return Object.entries(expected).flatMap(([key, wanted]) => {
    const got = key === "messageIncludes" ? actual.message : actual[key];
    const isMessage = key === "message" || key === "messageIncludes";
    if (isMessage && typeof wanted === "string" && !PLACEHOLDERS.has(wanted)) {
      return typeof got === "string" && got.includes(wanted) ? [] : [{ path: `${path}.${key}`, expected, actual: got }];
    }
    return compareWhole(wanted, got, `${path}.${key}`);
  });
}

/** Pauses in milliseconds, each `{ exact }` or `{ min, max }`. */
export function compareWaits(expected: unknown, actual: unknown, path: string): Difference[] {
  if (!Array.isArray(expected) || !Array.isArray(actual)) return compareWhole(expected, actual, path);
  if (expected.length !== actual.length) return [{ path, expected, actual }];
  return expected.flatMap((wanted: unknown, index): Difference[] => {
    const got: unknown = actual[index];
    return isFields(wanted) && typeof got === "number" && fitsWait(wanted, got)
      ? []
      : [{ path: `${path}[${index}]`, expected: wanted, actual: got }];
  });
}

/** Differences as lines a person can read. */
export function describeDifferences(differences: readonly Difference[]): string {
  return differences
    .map(({ path, expected, actual }) => `  ${path}\n    expected ${show(expected)}\n    actual   ${show(actual)}`)
    .join("\n");
}

function compareMember(expected: object, actual: object, key: string, path: string): Difference[] {
  return compareWhole(own(expected, key), own(actual, key), path);
}

function own(holder: object, key: string): unknown {
  return Object.hasOwn(holder, key) ? (holder as Record<string, unknown>)[key] : undefined;
}

function isText(actual: unknown): boolean {
  return typeof actual === "string" && actual !== "";
}

function fitsWait({ exact, min, max }: Readonly<Record<string, unknown>>, wait: number): boolean {
  if (typeof exact === "number") return wait === exact;
  return typeof min === "number" && typeof max === "number" && wait >= min && wait <= max;
}

function linePattern(line: string): RegExp {
  const source = line
    .split(/(<n>|<sum>)/)
    .map((piece) => {
      if (piece === "<n>") return "\\d+";
      if (piece === "<sum>") return "\\d+(?:\\.\\d+)?(?:e[-+]?\\d+)?";
      return piece.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
    })
    .join("");
  return new RegExp(`^${source}$`);
}

function show(value: unknown): string {
  const text = value === undefined ? "nothing" : (JSON.stringify(value) ?? String(value));
  return text.length > 2000 ? `${text.slice(0, 2000)}… (${text.length} characters)` : text;
}
