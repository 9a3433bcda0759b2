import { createServer } from "node:http";
import { createScriptedModel, type Script, type ScriptedModel, type ScriptedModelOptions } from "@holdpoint/testing";
import { toMiddleware } from "@holdpoint/testing/node";

/** A scripted model as an endpoint of its own, outside the browser: what it is asked can be counted over crashes. */
export interface ModelServer {
  readonly model: ScriptedModel;
  readonly baseUrl: string;
  /** The `authorization` and `x-api-key` headers that came, in order. */
  readonly keys: readonly string[];
  close(): Promise<void>;
}

export async function serveModel(
  script: Script,
  options: Omit<ScriptedModelOptions, "script"> = {},
): Promise<ModelServer> {
  const model = createScriptedModel({ script, ...options });
  const keys: string[] = [];
  const answer = (request: Request): Promise<Response> => {
    keys.push(request.headers.get("authorization") ?? request.headers.get("x-api-key") ?? "");
    return model.handle(request);
  };
  const server = createServer(toMiddleware(answer, { cors: true }));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The model has no port.");
  return {
    model,
    keys,
    baseUrl: `http://127.0.0.1:${address.port}/v1`,
    close: () =>
      new Promise((resolve, reject) => {
        server.closeAllConnections();
        server.close((error) => (error === undefined ? resolve() : reject(error)));
      }),
  };
}
