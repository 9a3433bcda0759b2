import { chunkings, recordedChunking } from "./recorded-chunkings.ts";
import { compareReply } from "./recorded-compare.ts";
import { compareExchange } from "./recorded-exchange.ts";
import { loadRecordings, type RecordedReply, type Recording } from "./recorded-files.ts";
import { readRecorded } from "./recorded-reply.ts";
import { runRecorded } from "./recorded-run.ts";

/** How one recording fared; it passed when there are no problems. */
export interface RecordedResult {
  readonly file: string;
  readonly problems: readonly string[];
}

/**
 * Reads every recording of a folder through the client, at every chunking, and compares what the client read and did
 * with what the recording says.
 *
 * @throws Error when the folder has no index.
 */
export async function checkRecordings(folder: string): Promise<RecordedResult[]> {
  const results: RecordedResult[] = [];
  for (const recording of loadRecordings(folder)) {
    results.push({ file: recording.file, problems: [...new Set(await checkRecording(recording))] });
  }
  return results;
}

async function checkRecording(recording: Recording): Promise<string[]> {
  if (recording.kind === "reply") return checkReply(recording.reply);
  const problems: string[] = [];
  for (const { reply } of recording.turns) problems.push(...(await checkReply(reply)));
  return [...problems, ...(await compareExchange(recording.turns))];
}

async function checkReply(reply: RecordedReply): Promise<string[]> {
  const problems: string[] = [];
  const ways = [...chunkings, ...(reply.networkChunks ? [recordedChunking(reply.networkChunks)] : [])];
  for (const chunking of ways) {
    const found = [
      ...compareReply(await readRecorded(reply, chunking), reply.expected),
      ...(await runRecorded(reply, chunking)),
    ];
    problems.push(...found.map((problem) => `${problem} (${chunking.name})`));
  }
  return problems;
}
