import { describeThrown, HoldpointError } from "../contracts/errors.ts";
import { factOf, type RunEvent } from "../contracts/run-event.ts";
import type { Turn } from "../contracts/turn.ts";
import { callsOf, initialTranscript, stepTranscript, type Transcript } from "../loop/transcript.ts";
import type { RunSnapshot } from "./journal.ts";

/**
 * What a stored run adds up to: its settled turns and the fold of its tail. Pure; folding twice gives the same. What
 * the loop does next follows from it, call by call: finished results stay, calls that were started are in doubt, open
 * Requests wait, the rest runs.
 *
 * @throws HoldpointError `damaged` where the tail has a gap or does not fit its record: the run can be read, not driven.
 */
export function recover(snapshot: RunSnapshot): Transcript {
  const { record, turns, tail } = snapshot;
  const firstIndex = turns[0]?.index ?? record.turnCount;
  turns.forEach(({ index }, position) => {
    if (index !== firstIndex + position) throw damaged(record.runId, `turn ${firstIndex + position} is missing`);
  });
  if (firstIndex + turns.length !== record.turnCount)
    throw damaged(record.runId, `turn ${record.turnCount - 1} is missing`);
  let transcript = restored(
    turns.map(({ turn }) => turn),
    firstIndex,
    snapshot,
  );
  let seq = record.settledSeq;
  for (const event of tail) {
    if (event.seq !== seq) throw damaged(record.runId, `event ${seq} is missing`);
    transcript = stepped(snapshot, transcript, event);
    seq += 1;
  }
  if (seq !== record.nextSeq) throw damaged(record.runId, `event ${seq} is missing`);
  return transcript;
}

/** One event more; one that only a newer version knows, or that lacks a part, cannot be gone on with. */
function stepped(snapshot: RunSnapshot, transcript: Transcript, event: RunEvent): Transcript {
  try {
    return stepTranscript(transcript, factOf(event));
  } catch (error) {
    throw damaged(snapshot.record.runId, `event ${event.seq} cannot be read (${describeThrown(error)})`);
  }
}

function restored(turns: readonly Turn[], firstIndex: number, { record }: RunSnapshot): Transcript {
  const since = turns.slice(turns.findLastIndex(({ role }) => role === "USER") + 1);
  const endedBy = since
    .flatMap(({ parts }) => parts)
    .find((part) => part.kind === "TOOL_RESULT" && part.endedRun === true);
  return {
    ...initialTranscript(turns, firstIndex),
    ...(record.context && { context: record.context }),
    usage: record.usage,
    modelCalls: record.modelCalls,
    recentCalls: since.flatMap((turn) =>
      callsOf(turn).map(({ toolName, args }) => `${toolName} ${JSON.stringify(args)}`),
    ),
    ...(endedBy?.kind === "TOOL_RESULT" && { endedBy }),
  };
}

/** The refusal to drive a run whose store does not hold together. */
export function damaged(runId: string, what: string): HoldpointError {
  return new HoldpointError(
    "damaged",
    `Run ${runId} is damaged: ${what}. It can be read and exported, but not driven; start a new run.`,
  );
}
