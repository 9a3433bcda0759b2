import type { IncomingMessage, ServerResponse } from "node:http";

/** A handler of the Fetch kind. */
export type FetchHandler = (request: Request) => Promise<Response>;

/** How a handler is put into a server. */
export interface MiddlewareOptions {
  /** Only requests whose path begins with this are answered; the others go on to the next. @default all */
  readonly path?: string;
  /** Let pages of other origins ask, as a model's endpoint does. @default false */
  readonly cors?: boolean;
}

/**
 * A Fetch handler as middleware of Vite, connect or `node:http`. The body streams both ways; a client that goes away
 * aborts the request.
 *
 * @example
 * export default defineConfig({
 *   plugins: [{ name: "model", configureServer: (server) => void server.middlewares.use(toMiddleware(model.handle, { path: "/v1" })) }],
 * });
 */
export function toMiddleware(
  handler: FetchHandler,
  options: MiddlewareOptions = {},
): (incoming: IncomingMessage, outgoing: ServerResponse, next?: (error?: unknown) => void) => void {
  return (incoming, outgoing, next) => {
    const path = incoming.url ?? "/";
    if (options.path !== undefined && !path.startsWith(options.path)) {
      if (next !== undefined) return next();
      outgoing.writeHead(404).end();
      return;
    }
    const cors = options.cors === true ? corsHeaders(incoming) : {};
    if (options.cors === true && incoming.method === "OPTIONS") {
      outgoing.writeHead(204, cors).end();
      return;
    }
    answer(handler, incoming, outgoing, cors).catch((error: unknown) => {
      // Already under way: breaking the connection is the only way left to say that it failed.
      if (outgoing.headersSent) outgoing.destroy();
      else if (next !== undefined) next(error);
      else outgoing.writeHead(500, cors).end(error instanceof Error ? error.message : String(error));
    });
  };
}

async function answer(
  handler: FetchHandler,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  cors: Readonly<Record<string, string>>,
): Promise<void> {
  const gone = new AbortController();
  outgoing.once("close", () => {
    if (!outgoing.writableFinished) gone.abort(new Error("The client closed the connection."));
  });
  const response = await handler(await toRequest(incoming, gone.signal));
  outgoing.writeHead(response.status, { ...Object.fromEntries(response.headers), ...cors });
  // Headers go out at once: a client must see that a slow stream has begun.
  outgoing.flushHeaders();
  for await (const chunk of response.body ?? []) {
    if (!outgoing.write(chunk)) await drained(outgoing, gone.signal);
  }
  outgoing.end();
}

async function toRequest(incoming: IncomingMessage, signal: AbortSignal): Promise<Request> {
  const method = incoming.method ?? "GET";
  const chunks: Uint8Array[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(", ") : value);
  }
  const hasBody = method !== "GET" && method !== "HEAD";
  return new Request(new URL(incoming.url ?? "/", `http://${incoming.headers.host ?? "localhost"}`), {
    method,
    headers,
    signal,
    ...(hasBody ? { body: Buffer.concat(chunks) } : {}),
  });
}

function drained(outgoing: ServerResponse, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const release = (): void => {
      outgoing.off("drain", onDrain);
      signal.removeEventListener("abort", onAbort);
    };
    const onDrain = (): void => {
      release();
      resolve();
    };
    const onAbort = (): void => {
      release();
      reject(signal.reason);
    };
    outgoing.once("drain", onDrain);
    signal.addEventListener("abort", onAbort, { once: true });
  });
}

function corsHeaders(incoming: IncomingMessage): Readonly<Record<string, string>> {
  return {
    "access-control-allow-origin": "*",
    "access-control-allow-methods": "GET, POST, OPTIONS",
    "access-control-allow-headers": incoming.headers["access-control-request-headers"] ?? "*",
    // A public page asking a server on this machine: Chromium's private network access.
    "access-control-allow-private-network": "true",
  };
}
