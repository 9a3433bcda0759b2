import { ContentPart } from "@holdpoint/core";

/** A message with files: its words first, where there are any. */
export async function partsOf(text: string, files: readonly File[]): Promise<readonly ContentPart[]> {
  const parts = await Promise.all(files.map((file) => ContentPart.from(file)));
  return text.trim() === "" ? parts : [ContentPart.text(text), ...parts];
}
