import type { RequestSource } from "@holdpoint/core/request-source";
import { describe, expect, it, vi } from "vitest";
import type { RelayCall } from "./embed-protocol.ts";
import { refusalOf, serveRelay } from "./serve-relay.ts";

function watched() {
  const source = {
    list: vi.fn(async () => []),
    get: vi.fn(async () => undefined),
    watch: vi.fn(() => () => undefined),
    answer: vi.fn(async () => ({ accepted: false as const })),
    retract: vi.fn(async () => true),
  } satisfies RequestSource;
  return source;
}

const answer: RelayCall = { method: "answer", requestId: "req_1", answer: { ok: true }, digest: "d" };

describe("a frame that was made for one Request", () => {
  it.each<RelayCall>([
    { method: "get", requestId: "req_2" },
    { method: "retract", requestId: "req_2" },
    { ...answer, requestId: "req_2" },
  ])("is refused another: %o", async (call) => {
    const source = watched();
    await expect(serveRelay(source, "req_1", call)).rejects.toMatchObject({ code: "answer-mismatch" });
    expect([...source.get.mock.calls, ...source.retract.mock.calls, ...source.answer.mock.calls]).toEqual([]);
  });

  it("lists that one only", async () => {
    const source = watched();
    expect(await serveRelay(source, "req_1", { method: "list" })).toEqual([]);
    expect(source.list).not.toHaveBeenCalled();
  });
});

describe("an Answer over the relay", () => {
  it("goes on with what an Answer has, and with what was shown", async () => {
    const source = watched();
    const given = { ok: false, reason: "declined", data: 0, admin: true, id: "req_1" };
    await serveRelay(source, undefined, { ...answer, answer: given });
    expect(source.answer).toHaveBeenCalledWith("req_1", { ok: false, reason: "declined", data: 0 }, { digest: "d" });
  });

  it.each([[null], ["yes"], [true], [undefined]])("is refused when it is %o", async (given) => {
    const source = watched();
    await expect(serveRelay(source, undefined, { ...answer, answer: given })).rejects.toMatchObject({
      code: "answer-invalid",
    });
    expect(source.answer).not.toHaveBeenCalled();
  });

  it("is refused when it names another Request", async () => {
    const source = watched();
    const given = { id: "req_2", ok: true };
    await expect(serveRelay(source, undefined, { ...answer, answer: given })).rejects.toMatchObject({
      code: "answer-mismatch",
    });
  });

  it("tells nothing of a failure inside", () => {
    expect(JSON.stringify(refusalOf(new Error("key sk-CANARY")))).not.toContain("CANARY");
  });
});
