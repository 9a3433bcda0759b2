/** How a field is filled in. */
export type FieldControl =
  | "text"
  | "lines"
  | "email"
  | "url"
  | "date"
  | "time"
  | "date-time"
  | "number"
  | "integer"
  | "checkbox"
  | "choice"
  | "choices"
  | "json";

/** One value a person may choose. */
export interface FieldChoice {
  readonly value: unknown;
  readonly label: string;
}

/** One field of a form, read from a JSON Schema. */
export interface FormField {
  /** Its name in the answer; "" when the answer is this one value. */
  readonly key: string;
  readonly label: string;
  readonly description?: string;
  readonly required: boolean;
  readonly control: FieldControl;
  readonly choices?: readonly FieldChoice[];
  readonly min?: number;
  readonly max?: number;
  /** Bounds that are themselves too far. */
  readonly moreThan?: number;
  readonly lessThan?: number;
  readonly multipleOf?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  /** A pattern is asked for; whether it fits is found out where the answer is taken. */
  readonly hasPattern?: true;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly initial?: unknown;
}

/** A form, or why it is not shown. */
export type ReadForm =
  | { readonly ok: true; readonly shape: "object" | "value"; readonly fields: readonly FormField[] }
  /** It asks for a secret (threat S56); `field` names it. */
  | { readonly ok: false; readonly field: string };

/** More fields than anybody fills in. */
const maxFields = 100;

type Schema = Readonly<Record<string, unknown>>;

const secretName = new RegExp(
  [
    // English, as names of fields are, and what passwords are called elsewhere; without accents, as they are compared.
    "pass(?:word|phrase|wd|code|key|wort)|kennwort|contrasena|mot de passe|\\bsenha\\b|пароль|密码|密碼|ハスワート|비밀번호",
    "\\bpwd\\b|secret(?!ar)|credential|\\btoken\\b|bearer|\\b(?:api|access|private|secret|ssh|signing|encryption) ?keys?\\b|apikey",
    "\\bpin(?:code)?\\b|\\b[tm]?otp\\b|\\b2fa\\b|\\bmfa\\b|\\bone ?time ?(?:code|pass)|(?:verification|security|authentication|sms|login) ?code",
    "\\bcvv2?\\b|\\bcvc2?\\b|card ?(?:number|no\\b)|credit ?card|debit ?card|\\biban\\b|\\bssn\\b|social ?security",
    "kreditkarte|kartennummer|prufziffer",
    "(?:seed|recovery|backup|mnemonic) ?(?:code|phrase|words)",
  ].join("|"),
  "iu",
);

/** Cyrillic and Greek letters, digits and signs, each before the Latin letter it is read as. */
const lookAlikes = "_аaеeоoрpсcіiѕsкkтtοoρp0o1i3e5s$s@a";

/** Whether words ask for something that must never be typed into a prompt. */
export function asksForSecret(words: string): boolean {
  const plain = words
    // What nobody sees, accents, and letters written another way must not keep a word from being known.
    .normalize("NFKD")
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, "")
    .normalize()
    // `apiKey` and `card_number` are words, too.
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, "$1 $2")
    .replace(/[_\-.\s]+/g, " ");
  // What is no look-alike is found at -1: a sign that is no letter and parts no words.
  const read = plain.toLowerCase().replace(/[^a-z ]/gu, (sign) => lookAlikes.charAt(lookAlikes.indexOf(sign) + 1));
  return secretName.test(`${plain} ${read}`);
}

/** Only where something can be typed can a secret be typed. */
function takesText({ control }: FormField): boolean {
  return control !== "checkbox" && control !== "choice" && control !== "choices";
}

/**
 * Reads a form from the schema of an answer. What has no field of its own is filled in as JSON; without a schema the
 * answer is one text. Nothing is looked up elsewhere, and no pattern is run: the answer is checked where it is taken.
 *
 * @param words what it is asked with: the name of a form that is one field without a title
 */
export function readForm(schema: unknown, words = ""): ReadForm {
  const root = asSchema(schema);
  const properties = asSchema(root?.properties);
  const isObject = properties !== undefined && (root?.type === "object" || root?.type === undefined);
  const required = new Set(Array.isArray(root?.required) ? root.required : []);
  const fields = isObject
    ? Object.entries(properties)
        .slice(0, maxFields)
        .map(([key, field]) => ({ field: readField(key, field, required.has(key)), schema: asSchema(field) }))
    : [{ field: readField("", root ?? {}, true), schema: root }];
  for (const { field, schema: own } of fields) {
    const isSecret =
      own?.writeOnly === true ||
      own?.format === "password" ||
      (takesText(field) && asksForSecret(`${field.key} ${field.label || words} ${field.description ?? ""}`));
    if (isSecret) return { ok: false, field: field.label || field.key || words };
  }
  return { ok: true, shape: isObject ? "object" : "value", fields: fields.map(({ field }) => field) };
}

function readField(key: string, given: unknown, required: boolean): FormField {
  const schema = asSchema(given) ?? {};
  const common = {
    key,
    label: text(schema.title) ?? key,
    required,
    ...optional("description", text(schema.description)),
    ...optional("initial", Object.hasOwn(schema, "default") ? schema.default : undefined),
  };
  const choices = readChoices(schema);
  if (choices !== undefined) return { ...common, control: "choice", choices };
  switch (schema.type) {
    case "boolean":
      return { ...common, control: "checkbox" };
    case "integer":
    case "number":
      return {
        ...common,
        control: schema.type,
        ...optional("min", number(schema.minimum)),
        ...optional("max", number(schema.maximum)),
        ...optional("moreThan", number(schema.exclusiveMinimum)),
        ...optional("lessThan", number(schema.exclusiveMaximum)),
        ...optional("multipleOf", number(schema.multipleOf)),
      };
    case "array": {
      const items = readChoices(asSchema(schema.items) ?? {});
      if (items === undefined) return { ...common, control: "json" };
      return {
        ...common,
        control: "choices",
        choices: items,
        ...optional("minItems", number(schema.minItems)),
        ...optional("maxItems", number(schema.maxItems)),
      };
    }
    case "string":
    case undefined: {
      if (schema.type === undefined && hasShape(schema)) return { ...common, control: "json" };
      const maxLength = number(schema.maxLength);
      return {
        ...common,
        control: textControl(schema.format, maxLength),
        ...optional("minLength", number(schema.minLength)),
        ...optional("maxLength", maxLength),
        ...(typeof schema.pattern === "string" && { hasPattern: true as const }),
      };
    }
    default:
      return { ...common, control: "json" };
  }
}

/** Keywords that ask for more than a text where no type is given. */
function hasShape(schema: Schema): boolean {
  return ["properties", "items", "anyOf", "allOf", "oneOf", "$ref", "additionalProperties"].some((word) =>
    Object.hasOwn(schema, word),
  );
}

function textControl(format: unknown, maxLength: number | undefined): FieldControl {
  if (format === "email" || format === "date" || format === "time" || format === "date-time") return format;
  if (format === "uri" || format === "url") return "url";
  return maxLength !== undefined && maxLength > 200 ? "lines" : "text";
}

/** `enum` (with `enumNames`), or `oneOf`/`anyOf` of constants with titles. */
function readChoices(schema: Schema): FieldChoice[] | undefined {
  if (Array.isArray(schema.enum)) {
    const names: readonly unknown[] = Array.isArray(schema.enumNames) ? schema.enumNames : [];
    return schema.enum.map((value: unknown, index) => ({ value, label: text(names[index]) ?? labelOf(value) }));
  }
  const options = Array.isArray(schema.oneOf) ? schema.oneOf : Array.isArray(schema.anyOf) ? schema.anyOf : undefined;
  const constants = options?.map(asSchema).filter((option) => option !== undefined && Object.hasOwn(option, "const"));
  if (options === undefined || options.length === 0 || constants?.length !== options.length) return undefined;
  return constants.map((option) => ({ value: option?.const, label: text(option?.title) ?? labelOf(option?.const) }));
}

function labelOf(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}

function asSchema(value: unknown): Schema | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Schema) : undefined;
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function number(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

function optional<Key extends string, Value>(key: Key, value: Value | undefined): { [K in Key]?: Value } {
  return (value === undefined ? {} : { [key]: value }) as { [K in Key]?: Value };
}
