/**
 * How deep, how large and how many: every bound on data from outside, in one table. What the gateway does when one is
 * passed stands in its codes.
 */
export const LIMITS = Object.freeze({
  /** Levels of nesting in arguments, metadata, Requests and Answers. Structured clone itself fails some thousands deep. */
  depth: 128,
  /** Values (numbers, texts, objects, …) in one such piece of data. */
  nodes: 100_000,
  /** UTF-16 units of text in one such piece of data, keys included. */
  chars: 8_000_000,
  /** UTF-16 units of a tool's `output` that reach transcript and model; a host may set another one on its gateway. */
  outputChars: 1_000_000,
  /** Content parts of one tool result. */
  parts: 1_000,
  /** Decoded bytes of one content part. */
  partBytes: 64 * 1024 * 1024,
  /** Values (subschemas, texts, numbers) in one JSON Schema. */
  schemaNodes: 50_000,
  /** Schemas inside one another while one value is checked: a `$ref` circle ends here. */
  schemaDepth: 1_000,
  /** Steps one check of a value against a schema may take: about 0.1 s at worst. */
  schemaSteps: 500_000,
  /** Instructions of one compiled `pattern`. */
  patternSize: 5_000,
});
