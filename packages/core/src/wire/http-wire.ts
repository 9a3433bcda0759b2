import { createAssembler } from "./assemble.ts";
import type { Dialect } from "./dialect.ts";
import { readHistory } from "./load-readers.ts";
import { receiveReply } from "./receive-reply.ts";
import { retry } from "./retry.ts";
import { readOptions, send } from "./send.ts";
import { writeTranscript } from "./transcript.ts";
import type { Wire } from "./wire.ts";
import type { WireOptions } from "./wire-options.ts";

/** A wire to an endpoint, in one dialect. Making it sends nothing. */
export function createHttpWire(dialect: Dialect, options: WireOptions): Wire {
  const assembler = createAssembler(dialect, options);

  const wire: Wire = {
    style: dialect.style,
    model: options.model,
    streams: true,

    async ask(request, receive) {
      const body = await assembler.assemble(request);
      await wire.send(body, request.signal, receive, request.onDraft);
    },

    async send(unshaped, signal, receive, onDraft) {
      const shaped = await assembler.shape({ ...unshaped });
      const body = assembler.write(shaped);
      const url = dialect.url(options.baseUrl);
      const { headers } = dialect;
      // What a reply that comes whole is read with must be here before anything is sent.
      if (shaped.stream !== true) await dialect.loadReplyReader();
      await retry(
        async () => {
          const { response, redact } = await send({ url, body, headers, signal }, options);
          await receiveReply(response, dialect, receive, { ...readOptions(options), signal, redact, onDraft });
        },
        signal,
        options,
      );
    },

    render: assembler.render,
    toMessages: async (turns) => writeTranscript(turns, dialect),
    fromMessages: (messages) => readHistory(messages, dialect.style),
  };
  return wire;
}
