import { afterEach, describe, expect, it, vi } from "vitest";
import { hashBytes, hashJson, InsecureContextError } from "./sha256.ts";

afterEach(() => vi.unstubAllGlobals());

describe("sha256", () => {
  it("is the hex of the bytes' digest", async () => {
    expect(await hashBytes(new TextEncoder().encode("abc"))).toBe(
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    );
    expect(await hashBytes(new ArrayBuffer(0))).toBe(
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    );
  });

  it("reads a view with its offset and length", async () => {
    const view = new TextEncoder().encode("xabcx").subarray(1, 4);
    expect(await hashBytes(view)).toBe(await hashBytes(new TextEncoder().encode("abc")));
  });

  it("is the same for one value, whatever order its keys have", async () => {
    expect(await hashJson({ a: 1, b: [2] })).toBe(await hashJson({ b: [2], a: 1 }));
    expect(await hashJson({ a: 1 })).not.toBe(await hashJson({ a: "1" }));
  });

  it("says on an insecure page why it cannot, and what to do", async () => {
    vi.stubGlobal("crypto", {});
    await expect(hashJson({})).rejects.toThrow(InsecureContextError);
    await expect(hashJson({})).rejects.toThrow(/https: or from localhost/);
  });
});
