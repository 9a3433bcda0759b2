import { type ErrorRecord, HoldpointError, type RequestRecord } from "@holdpoint/core";
import type { RequestSource, SourceState } from "@holdpoint/core/request-source";
import { useEffect, useState } from "react";

/** One Request as it is known. */
export interface SourceRequest {
  readonly status: "loading" | "ready" | "failed";
  readonly record?: RequestRecord | undefined;
  readonly error?: Pick<ErrorRecord, "message">;
}

const loading: SourceRequest = { status: "loading" };

/** Follows one Request of a source, in whatever state it is. */
export function useSourceRequest(source: RequestSource, requestId: string): SourceRequest {
  const [known, setKnown] = useState(loading);
  useEffect(() => {
    let isOver = false;
    let reading = 0;
    const read = async (): Promise<void> => {
      reading += 1;
      const own = reading;
      const next = await readOne(source, requestId);
      // What was asked for later is newer, whichever comes first.
      if (isOver || own !== reading) return;
      setKnown((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
    };
    setKnown(loading);
    void read();
    const stop = source.watch(() => void read());
    return () => {
      isOver = true;
      stop();
    };
  }, [source, requestId]);
  return known;
}

async function readOne(source: RequestSource, requestId: string): Promise<SourceRequest> {
  try {
    return { status: "ready", record: await source.get(requestId) };
  } catch (error) {
    const message = HoldpointError.is(error) || error instanceof Error ? error.message : String(error);
    return { status: "failed", error: { message } };
  }
}

/** Whether changes of a source reach us. */
export function useSourceState(source: RequestSource): SourceState {
  const [state, setState] = useState<SourceState>({ connected: true });
  useEffect(() => source.watch(() => undefined, setState), [source]);
  return state;
}
