/** Whether a text is exactly one origin, scheme, host and port: no path, no pattern, no opaque `null`. */
export function isOrigin(text: string): boolean {
  return !text.includes("*") && URL.canParse(text) && new URL(text).origin === text && text !== "null";
}
