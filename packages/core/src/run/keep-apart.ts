import type { BlobContent, TurnContent } from "../contracts/content-part.ts";
import type { RunFact } from "../contracts/run-event.ts";
import type { TurnPart } from "../contracts/turn.ts";
import { base64ToBytes } from "../primitives/base64.ts";
import { hashBytes } from "../primitives/sha256.ts";
import type { BlobRecord } from "./journal.ts";

/** A fact as it goes into the journal, and the bytes that go beside it. */
export interface KeptApart<T> {
  readonly value: T;
  readonly blobs: readonly BlobRecord[];
}

/**
 * Takes the bytes out of a fact: each payload is stored once, by its SHA-256, and the fact holds a reference. Runs
 * before a transaction opens, since hashing waits for something that is not the database.
 */
export async function keepApart(fact: RunFact): Promise<KeptApart<RunFact>> {
  if (fact.type === "call.finished" && fact.result.parts !== undefined) {
    const { value: parts, blobs } = await contentsApart(fact.result.parts);
    return { value: { ...fact, result: { ...fact.result, parts } }, blobs };
  }
  if (fact.type === "turn.finished" && fact.parts !== undefined) {
    const { value: parts, blobs } = await partsApart(fact.parts);
    return { value: { ...fact, parts }, blobs };
  }
  return { value: fact, blobs: [] };
}

/** The same for the parts of a message. */
export async function partsApart(parts: readonly TurnPart[]): Promise<KeptApart<readonly TurnPart[]>> {
  const blobs: BlobRecord[] = [];
  const value = await Promise.all(
    parts.map(async (part): Promise<TurnPart> => {
      if (part.kind !== "CONTENT") return part;
      return { ...part, content: await contentApart(part.content, blobs) };
    }),
  );
  return { value, blobs };
}

/** A fact whose payloads of these hashes could not be kept: its parts say so, and all else of it stands. */
export function markNotStored(fact: RunFact, hashes: ReadonlySet<string>): RunFact {
  const mark = (content: TurnContent): TurnContent =>
    "blob" in content && hashes.has(content.blob) ? { ...content, notStored: true } : content;
  if (fact.type === "call.finished" && fact.result.parts !== undefined) {
    return { ...fact, result: { ...fact.result, parts: fact.result.parts.map(mark) } };
  }
  if (fact.type === "turn.finished" && fact.parts !== undefined) {
    const parts = fact.parts.map((part) => (part.kind === "CONTENT" ? { ...part, content: mark(part.content) } : part));
    return { ...fact, parts };
  }
  return fact;
}

async function contentsApart(contents: readonly TurnContent[]): Promise<KeptApart<readonly TurnContent[]>> {
  const blobs: BlobRecord[] = [];
  return { value: await Promise.all(contents.map((content) => contentApart(content, blobs))), blobs };
}

async function contentApart(content: TurnContent, blobs: BlobRecord[]): Promise<TurnContent> {
  if (content.type === "text" || !("data" in content) || content.data === undefined) return content;
  const bytes = base64ToBytes(content.data);
  const hash = await hashBytes(bytes);
  if (!blobs.some((blob) => blob.hash === hash)) {
    blobs.push({ hash, blob: new Blob([bytes], { type: content.mimeType }) });
  }
  const kept: BlobContent = { type: content.type, mimeType: content.mimeType, blob: hash, bytes: bytes.byteLength };
  return content.type === "file" && content.name !== undefined ? { ...kept, name: content.name } : kept;
}
