import type { JsonObject } from "../../contracts/json.ts";
import { isObject } from "../../primitives/is-object.ts";
import { isAllText } from "../content-blocks.ts";

/** The readable text of `reasoning_details`. */
export function detailsText(details: readonly unknown[]): string {
  return details
    .filter(isObject)
    .map(({ text, summary }) => (typeof text === "string" ? text : typeof summary === "string" ? summary : ""))
    .join("");
}

/** The text of thinking that came as blocks of the content. */
export function thinkingText(content: readonly unknown[]): string {
  return content
    .filter(isObject)
    .filter((block) => block.type === "thinking")
    .map(({ thinking }) => (Array.isArray(thinking) ? (allText(thinking) ?? "") : String(thinking ?? "")))
    .join("");
}

/** The text of content that is nothing but text; arrays of it are concatenated (contract §11). */
export function allText(content: unknown): string | undefined {
  if (typeof content === "string") return content;
  if (!Array.isArray(content) || content.length === 0 || !isAllText(content)) return undefined;
  return content.map((block: JsonObject) => block.text).join("");
}
