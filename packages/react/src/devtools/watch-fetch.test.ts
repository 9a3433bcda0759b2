import { describe, expect, it, vi } from "vitest";
import { watchFetch } from "./watch-fetch.ts";

const url = "https://api.test/v1/chat/completions";

/** An endpoint of one answer. */
function endpoint(answer: () => Response | Promise<Response>) {
  const inner = vi.fn<typeof fetch>(async () => answer());
  const onChange = vi.fn();
  const { log, wrap } = watchFetch(onChange);
  return { fetch: wrap(inner), inner, log, onChange };
}

/** A body of these pieces; tells when nobody wants more. */
function pieces(texts: readonly string[], onCancel: (reason: unknown) => void = () => undefined) {
  const left = [...texts];
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      const next = left.shift();
      if (next === undefined) controller.close();
      else controller.enqueue(new TextEncoder().encode(next));
    },
    cancel: onCancel,
  });
}

describe("a fetch that is watched", () => {
  it("sends what it is given and hands on what comes, piece by piece", async () => {
    const { fetch, inner, log } = endpoint(() => new Response(pieces(["one ", "two"]), { status: 201 }));
    const init = { method: "POST", body: '{"a":1}', headers: { authorization: "Bearer sk-CANARY" } };
    const response = await fetch(url, init);
    expect(inner).toHaveBeenCalledWith(url, init);
    expect(response.status).toBe(201);
    expect(await response.text()).toBe("one two");
    const [exchange] = log.list();
    expect(exchange).toMatchObject({ method: "POST", url, body: { a: 1 }, state: "done", status: 201, bytes: 7 });
    expect(log.replyOf(exchange?.id ?? 0)).toBe("one two");
    expect(JSON.stringify(log.list())).not.toContain("CANARY");
  });

  it("reads nothing ahead of its reader", async () => {
    let pulled = 0;
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          pulled += 1;
          controller.enqueue(new Uint8Array([pulled]));
        },
      },
      { highWaterMark: 0 },
    );
    const { fetch } = endpoint(() => new Response(body));
    const reader = (await fetch(url)).body?.getReader();
    await reader?.read();
    expect(pulled).toBe(1);
    await reader?.cancel();
  });

  it("lets go of the connection when its reader has enough", async () => {
    const onCancel = vi.fn();
    const { fetch, log } = endpoint(() => new Response(pieces(["a", "b", "c"], onCancel)));
    const response = await fetch(url);
    await response.body?.cancel("enough");
    expect(onCancel).toHaveBeenCalledWith("enough");
    expect(log.list()[0]?.state).toBe("done");
  });

  it("passes a connection that breaks on as it broke, and says so", async () => {
    const broken = new TypeError("network lost");
    const body = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(broken) });
    const { fetch, log } = endpoint(() => new Response(body));
    const response = await fetch(url);
    await expect(response.text()).rejects.toBe(broken);
    expect(log.list()[0]).toMatchObject({ state: "failed", problem: "network lost" });
  });

  it("passes a refusal of fetch itself on, without its secrets", async () => {
    const refused = new TypeError("cannot reach with sk-CANARY");
    const { fetch, log } = endpoint(() => Promise.reject(refused));
    await expect(fetch(url, { headers: { "x-api-key": "sk-CANARY" } })).rejects.toBe(refused);
    expect(log.list()[0]).toMatchObject({ state: "failed", problem: "cannot reach with [redacted]" });
  });

  it("tells a stop of the host from a failure", async () => {
    const stop = new AbortController();
    const { fetch, log } = endpoint(() => Promise.reject(stop.signal.reason));
    stop.abort(new DOMException("stopped", "AbortError"));
    await expect(fetch(url, { signal: stop.signal })).rejects.toThrow("stopped");
    expect(log.list()[0]?.state).toBe("aborted");
  });

  it("hands on an answer without a body, redirects that are not followed included", async () => {
    const redirect = Response.error();
    const { fetch, log } = endpoint(() => redirect);
    expect(await fetch(url)).toBe(redirect);
    expect(log.list()[0]?.state).toBe("done");
  });

  it("keeps where an answer came from", async () => {
    const answer = Object.defineProperty(new Response("x"), "url", { value: url });
    const { fetch } = endpoint(() => answer);
    expect((await fetch(url)).url).toBe(url);
  });

  it("keeps a bounded number of exchanges, and a bounded text of each", async () => {
    const { fetch, log } = endpoint(() => new Response("a line of words\n".repeat(20_000)));
    for (let count = 0; count < 130; count += 1) await (await fetch(url)).text();
    const kept = log.list();
    expect(kept).toHaveLength(100);
    expect(kept[0]?.id).toBe(31);
    expect(log.replyOf(1)).toBe("");
    expect(log.replyOf(130).length).toBeLessThanOrEqual(320_000);
  });
});
