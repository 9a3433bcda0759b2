import { isFields, type Scenario } from "./scenario.ts";

/** One way to make an expectation wrong. */
export interface Alteration {
  /** Kinds of expectation are told apart by this: mode, expectation, and where in it. */
  readonly kind: string;
  readonly path: string;
  readonly scenario: Scenario;
}

/** Every single change of one expected value of a scenario, each of which must make it fail. */
export function alterations(scenario: Scenario): Alteration[] {
  const expected = [
    ...Object.entries(scenario.expect ?? {}).map(([key, value]) => ({ at: ["expect", key], value })),
    ...(scenario.cases ?? []).flatMap((entry, index) => [
      { at: ["cases", String(index), "expect"], value: entry.expect },
      ...(Array.isArray(entry.answers) ? entry.answers : []).map((answer, position) => ({
        at: ["cases", String(index), "answers", String(position), "expect"],
        value: answer.expect,
      })),
    ]),
  ];
  return expected.flatMap(({ at, value }) =>
    changesOf(value, at).map(({ path, replacement }) => ({
      kind: `${scenario.mode} ${path.filter((step) => !/^\d+$/.test(step)).join(".")}`,
      path: path.join("."),
      scenario: replaceAt(scenario, path, replacement) as Scenario,
    })),
  );
}

interface Change {
  readonly path: readonly string[];
  readonly replacement: unknown;
}

function changesOf(value: unknown, path: readonly string[]): Change[] {
  const change = (replacement: unknown): Change => ({ path, replacement });
  if (typeof value === "string") return [change(`${value}~`)];
  if (typeof value === "number") return [change(value + 1)];
  if (typeof value === "boolean") return [change(!value)];
  if (value === null) return [change("~")];
  if (Array.isArray(value)) {
    const shorter = value.length > 0 ? [change(value.slice(0, -1))] : [];
    return [
      change([...value, { unexpected: true }]),
      ...shorter,
      ...value.flatMap((item, index) => changesOf(item, [...path, String(index)])),
    ];
  }
  if (!isFields(value)) return [];
  // A range is wrong when nothing fits it; moving one of its ends a little may still fit.
  if ("min" in value && "max" in value) return [change({ min: 1, max: 0 })];
  return Object.entries(value).flatMap(([key, item]) => changesOf(item, [...path, key]));
}

function replaceAt(holder: unknown, path: readonly string[], replacement: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return replacement;
  if (Array.isArray(holder)) {
    return holder.map((item, index) => (String(index) === step ? replaceAt(item, rest, replacement) : item));
  }
  const fields = isFields(holder) ? holder : {};
  return { ...fields, [step]: replaceAt(fields[step], rest, replacement) };
}
