/** A JSON object whose values nobody has looked at yet. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** A JSON Schema, as data. Nothing here fetches a `$ref` from elsewhere. */
export type JsonSchema = JsonObject;
