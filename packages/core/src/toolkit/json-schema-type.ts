import type { JsonObject } from "../contracts/json.ts";

/**
 * The type a JSON Schema describes, where it is written as a literal: types, enums, constants, objects, lists, unions.
 * Whatever is not known this way is `unknown`, never a wrong guess.
 */
export type FromJsonSchema<Schema> = Schema extends { readonly const: infer Value }
  ? Value
  : Schema extends { readonly enum: readonly (infer Value)[] }
    ? Value
    : Schema extends { readonly anyOf: readonly (infer Branch)[] }
      ? FromBranch<Branch>
      : Schema extends { readonly oneOf: readonly (infer Branch)[] }
        ? FromBranch<Branch>
        : Schema extends { readonly type: infer Type }
          ? FromType<Type, Schema>
          : string extends keyof Schema
            ? JsonObject
            : unknown;

type FromBranch<Branch> = Branch extends unknown ? FromJsonSchema<Branch> : never;

type FromType<Type, Schema> = Type extends readonly (infer Each)[]
  ? FromEach<Each, Schema>
  : Type extends "string"
    ? string extends Type
      ? JsonObject
      : string
    : Type extends "number" | "integer"
      ? number
      : Type extends "boolean"
        ? boolean
        : Type extends "null"
          ? null
          : Type extends "array"
            ? FromArray<Schema>
            : Type extends "object"
              ? FromObject<Schema>
              : JsonObject;

type FromEach<Each, Schema> = Each extends unknown ? FromType<Each, Schema> : never;

type FromArray<Schema> = Schema extends { readonly items: infer Items } ? FromJsonSchema<Items>[] : unknown[];

type FromObject<Schema> = Schema extends { readonly properties: infer Properties }
  ? Flat<
      { [Key in keyof Properties as Key extends RequiredOf<Schema> ? Key : never]: FromJsonSchema<Properties[Key]> } & {
        [Key in keyof Properties as Key extends RequiredOf<Schema> ? never : Key]?: FromJsonSchema<Properties[Key]>;
      }
    >
  : JsonObject;

type RequiredOf<Schema> = Schema extends { readonly required: readonly (infer Name)[] } ? Name : never;

type Flat<T> = { -readonly [Key in keyof T]: T[Key] } & {};
