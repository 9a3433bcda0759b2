import { EMBED_VERSION, own } from "./embed-protocol.ts";

/** More messages than this in a second are somebody's flood: the rest of the second is dropped. */
const MAX_A_SECOND = 200;

/** One side of a session: what it sends is numbered, and what comes out of order, twice or unknown is dropped. */
export interface EmbedSession<Sent> {
  send(message: Sent): void;
  /** How many messages were dropped. */
  readonly dropped: number;
  close(): void;
}

/**
 * Speaks on a port that only the two sides have.
 *
 * @param read - reads a message of the other side; `undefined` for what is none
 */
export function openSession<Sent extends object, Heard>(
  port: MessagePort,
  nonce: string,
  read: (data: object) => Heard | undefined,
  onMessage: (message: Heard) => void,
): EmbedSession<Sent> {
  let sent = 0;
  let heard = 0;
  let dropped = 0;
  let second = 0;
  let inSecond = 0;

  function take(data: unknown): Heard | undefined {
    const now = Math.floor(performance.now() / 1_000);
    inSecond = now === second ? inSecond + 1 : 1;
    second = now;
    if (inSecond > MAX_A_SECOND || typeof data !== "object" || data === null) return undefined;
    if (own(data, "v") !== EMBED_VERSION || own(data, "nonce") !== nonce) return undefined;
    const seq = own(data, "seq");
    // A message that was recorded and comes again has a number that is over.
    if (!Number.isSafeInteger(seq) || (seq as number) <= heard) return undefined;
    heard = seq as number;
    return read(data);
  }

  port.onmessage = ({ data }: MessageEvent<unknown>) => {
    const message = take(data);
    if (message === undefined) dropped += 1;
    else onMessage(message);
  };
  return {
    send(message) {
      sent += 1;
      port.postMessage({ ...message, v: EMBED_VERSION, nonce, seq: sent });
    },
    get dropped() {
      return dropped;
    },
    close() {
      port.onmessage = null;
      port.close();
    },
  };
}
