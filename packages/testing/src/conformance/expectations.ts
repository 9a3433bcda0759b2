import {
  compareError,
  compareMetricsText,
  compareUnordered,
  compareWaits,
  compareWhole,
  compareWritten,
  type Difference,
} from "./compare.ts";
import type { Observation } from "./modes.ts";
import { type Fields, isFields, type Scenario } from "./scenario.ts";
import { requestView, type SentRequest } from "./scripted-endpoint.ts";

type Comparison = (expected: unknown, actual: unknown, path: string) => Difference[];

/** Lists that are compared as multisets when the scenario asks for it. */
const RELAXATIONS: ReadonlyMap<string, string> = new Map([
  ["hookLogUnordered", "hookLog"],
  ["waitForCallsUnordered", "waitForCalls"],
  ["metricEventsUnordered", "metricEvents"],
  ["toolExecutionsUnordered", "toolExecutions"],
]);

/** Expectations that are not compared whole. */
const COMPARISONS: Readonly<Record<string, Comparison>> = {
  result: compareWritten,
  error: compareError,
  waits: compareWaits,
  metricsText: compareMetricsText,
  onErrorCalls: compareEachWritten,
  generateCalls: compareEachWritten,
  streamRaises: compareRaised,
  results: compareResults,
};

/** Compares all that a scenario expects. An expectation nobody can check is a difference. */
export function compareExpectations(scenario: Scenario, observed: Observation): Difference[] {
  const { expect = {}, compare = [] } = scenario;
  const unknown = compare.filter((name) => !RELAXATIONS.has(name));
  const unordered = new Set(compare.map((name) => RELAXATIONS.get(name)));
  const differences = Object.entries(expect).flatMap(([key, expected]) => {
    if (key === "requests") return compareRequests(expected, observed);
    const actual = observed.seen[key];
    if (key === "text" && scenario.mode === "metricsText") return compareMetricsText(expected, actual, key);
    if (unordered.has(key)) return compareUnordered(expected, actual, key);
    return (COMPARISONS[key] ?? compareWhole)(expected, actual, key);
  });
  const failed = observed.seen.error !== undefined && expect.error === undefined;
  return [
    ...differences,
    ...unknown.map((name) => ({ path: "compare", expected: "a relaxation that is known", actual: name })),
    ...(failed ? [{ path: "error", expected: undefined, actual: observed.seen.error }] : []),
    ...casesOf(scenario, observed),
  ];
}

/** Modes with cases hold what is expected in each case. */
function casesOf({ cases = [] }: Scenario, { seen }: Observation): Difference[] {
  const actual = Array.isArray(seen.cases) ? (seen.cases as readonly Fields[]) : [];
  return cases.flatMap((entry, index) => {
    const path = `cases[${index}]`;
    const expected = isFields(entry.expect) ? entry.expect : {};
    const got: Fields = actual[index] ?? {};
    const answers = Array.isArray(entry.answers) ? (entry.answers as readonly Fields[]) : [];
    const given = Array.isArray(got.answers) ? got.answers : [];
    return [
      ...Object.entries(expected).flatMap(([key, wanted]) =>
        (key === "error" ? compareError : compareWhole)(wanted, got[key], `${path}.${key}`),
      ),
      ...(got.error !== undefined && expected.error === undefined
        ? [{ path: `${path}.error`, expected: undefined, actual: got.error }]
        : []),
      ...answers.flatMap((answer, at) => compareWhole(answer.expect, given[at], `${path}.answers[${at}]`)),
    ];
  });
}

function compareRequests(expected: unknown, { requests, secrets }: Observation): Difference[] {
  if (!Array.isArray(expected)) return [{ path: "requests", expected, actual: requests }];
  const count = compareWhole(expected.length, requests.length, "requests.length");
  return [
    ...count,
    ...expected.flatMap((wanted: Fields, index) => {
      const sent: SentRequest | undefined = requests[index];
      if (sent === undefined) return [];
      const { headers = {}, ...rest } = wanted;
      const { headers: shown, ...got } = requestView(sent, wanted, secrets);
      return [
        ...compareWhole(rest, got, `requests[${index}]`),
        ...compareWritten(
          lowerCased(headers as Fields),
          lowerCased((shown ?? {}) as Fields),
          `requests[${index}].headers`,
        ),
      ];
    }),
  ];
}

function lowerCased(headers: Fields): Fields {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function compareResults(expected: unknown, actual: unknown, path: string): Difference[] {
  if (!Array.isArray(expected) || !Array.isArray(actual)) return compareWhole(expected, actual, path);
  return [
    ...compareWhole(expected.length, actual.length, `${path}.length`),
    ...expected.flatMap((wanted: unknown, index) => compareResult(wanted, actual[index], `${path}[${index}]`)),
  ];
}

/** One entry of `results`: each key as at the top level; a call that failed must be expected to. */
function compareResult(expected: unknown, actual: unknown, path: string): Difference[] {
  if (!isFields(expected) || !isFields(actual)) return compareWhole(expected, actual, path);
  return [
    ...Object.entries(expected).flatMap(([key, wanted]) =>
      (COMPARISONS[key] ?? compareWhole)(wanted, actual[key], `${path}.${key}`),
    ),
    ...(actual.error !== undefined && expected.error === undefined
      ? [{ path: `${path}.error`, expected: undefined, actual: actual.error }]
      : []),
  ];
}

function compareEachWritten(expected: unknown, actual: unknown, path: string): Difference[] {
  if (!Array.isArray(expected) || !Array.isArray(actual)) return compareWhole(expected, actual, path);
  return [
    ...compareWhole(expected.length, actual.length, `${path}.length`),
    ...expected.flatMap((wanted: unknown, index) => compareWritten(wanted, actual[index], `${path}[${index}]`)),
  ];
}

/** `true`: it raises; a text: its message contains it; an object: as any error. */
function compareRaised(expected: unknown, actual: unknown, path: string): Difference[] {
  if (expected === true) return actual === undefined ? [{ path, expected: "an error", actual }] : [];
  if (typeof expected === "string") return compareError({ message: expected }, actual, path);
  return compareError(expected, actual, path);
}
