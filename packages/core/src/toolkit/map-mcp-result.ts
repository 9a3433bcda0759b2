import type { Content } from "../contracts/content.ts";
import { summarizePart } from "../contracts/describe-content-part.ts";
import { ContentPartError } from "../contracts/errors.ts";
import { readPart } from "../contracts/make-content-part.ts";
import { mimeTypeOf } from "../contracts/mime-table.ts";
import { failureOf, plainResult, withParts } from "../contracts/to-tool-result.ts";
import type { ToolResult } from "../contracts/tool-result.ts";
import { isObject } from "../primitives/is-object.ts";

/**
 * What an MCP `tools/call` gave, as a tool result (contract §2). Pure; the server may send anything. Parts are collected
 * first, from every branch; then an error is an error, structured content is the output, else the text is.
 */
export function mapMcpResult(given: unknown): ToolResult {
  const result = isObject(given) ? given : {};
  const parts: Content[] = [];
  const texts: string[] = [];
  for (const entry of Array.isArray(result.content) ? result.content : []) {
    const read = readEntry(isObject(entry) ? entry : {});
    if (typeof read === "string") texts.push(read);
    else if (read !== undefined) parts.push(read);
  }
  const isError = result.isError === true;
  const text = texts.length === 0 ? parts.map(summarizePart).join("\n") : texts.join("\n");
  const { structuredContent } = result;
  // Its JSON text, also where it is a text itself.
  const structured = typeof structuredContent === "string" ? JSON.stringify(structuredContent) : structuredContent;
  const plain = isError ? plainResult(text || "MCP tool returned an error", true) : plainResult(structured ?? text);
  return failureOf(plain) === undefined ? withParts(plain, parts, readPart) : plain;
}

/** Text, a part, or nothing for a kind of entry nobody knows. A part that cannot be one says so as text. */
function readEntry(entry: Record<string, unknown>): Content | string | undefined {
  try {
    switch (entry.type) {
      case "text":
        return typeof entry.text === "string" ? entry.text : "";
      case "image":
      case "audio":
        return readPart({ type: entry.type, data: entry.data, mimeType: entry.mimeType });
      case "resource_link": {
        const { uri, name } = entry;
        const mimeType = entry.mimeType ?? guessType(uri);
        return readPart({ type: "file", url: uri, mimeType, name });
      }
      case "resource":
        return readResource(isObject(entry.resource) ? entry.resource : {});
      default:
        return undefined;
    }
  } catch (error) {
    if (!(error instanceof ContentPartError)) throw error;
    return `[unreadable ${String(entry.type)}: ${error.message}]`;
  }
}

function readResource({ uri, mimeType, blob, text }: Record<string, unknown>): Content | string | undefined {
  if (typeof blob === "string") {
    return readPart({ type: "file", data: blob, mimeType: mimeType ?? guessType(uri), name: uri });
  }
  return typeof text === "string" ? text : undefined;
}

/** A server may leave the type out; a part must have one. */
function guessType(uri: unknown): string {
  return (typeof uri === "string" ? mimeTypeOf(uri) : undefined) ?? "application/octet-stream";
}
