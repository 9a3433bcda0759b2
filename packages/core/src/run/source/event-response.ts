import type { Clock } from "../../primitives/clock.ts";
import type { RequestSource } from "./request-source.ts";
import { BEAT_MS, SOURCE_VERSION } from "./source-protocol.ts";

/** A stream ends after so long, in milliseconds: whoever may no longer listen is then let in no more. */
const MAX_STREAM_MS = 600_000;

/** How often whoever lost the stream may come back, in milliseconds. */
const RETRY_MS = 2_000;

/** The body of `GET …/events`: a hint at each change, and a comment now and then. */
export function eventBody(source: RequestSource, clock: Clock, gone: AbortSignal): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const endings: (() => void)[] = [];
  let isOver = false;
  const end = (): void => {
    isOver = true;
    for (const ending of endings.splice(0)) ending();
  };

  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const write = (text: string): void => {
          if (!isOver) controller.enqueue(encoder.encode(text));
        };
        const close = (): void => {
          if (isOver) return;
          end();
          controller.close();
        };
        write(`retry: ${RETRY_MS}\n\n`);
        endings.push(
          source.watch(() => {
            // All hints say the same: who has not read the one before is told by it.
            if ((controller.desiredSize ?? 0) > 0) write(`event: change\ndata: {"v":${SOURCE_VERSION}}\n\n`);
          }),
          clock.schedule(close, MAX_STREAM_MS),
        );
        let stopBeat = (): void => undefined;
        const beat = (): void => {
          stopBeat = clock.schedule(() => {
            write(": beat\n\n");
            beat();
          }, BEAT_MS);
        };
        beat();
        gone.addEventListener("abort", close, { once: true });
        endings.push(
          () => stopBeat(),
          () => gone.removeEventListener("abort", close),
        );
        if (gone.aborted) close();
      },
      cancel: end,
    },
    { highWaterMark: 4 },
  );
}
