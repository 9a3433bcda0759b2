import { afterEach, describe, expect, it } from "vitest";
import { ContentPart } from "../contracts/content-part.ts";
import { failureOf, thrownResult, toToolResult } from "../contracts/to-tool-result.ts";
import { freezeJson } from "../primitives/freeze-json.ts";
import { createToolkit } from "./toolkit.ts";

/**
 * A frame has its own `Object`, `Array`, `Promise`, `Error` and `Blob`: nothing from there is an instance of ours, and
 * all of it is as good as ours.
 */
const frames: HTMLIFrameElement[] = [];
afterEach(() => {
  for (const frame of frames.splice(0)) frame.remove();
});

type Realm = Window & typeof globalThis & { readonly eval: (code: string) => unknown };

function otherRealm(): Realm {
  const frame = document.createElement("iframe");
  document.body.append(frame);
  frames.push(frame);
  return frame.contentWindow as Realm;
}

describe("what comes from another realm", () => {
  it("is plain data where it is plain there", () => {
    const { Object: Other, Array: OtherArray, Map: OtherMap } = otherRealm();
    const value = Other.assign(new Other(), { list: OtherArray.of(1, 2) });
    expect(value instanceof Object).toBe(false);
    expect(freezeJson(value)).toEqual({ ok: true, value: { list: [1, 2] } });
    expect(freezeJson({ map: new OtherMap() })).toMatchObject({ ok: false, path: "map" });
  });

  it("is awaited where it is a promise there", async () => {
    const { Promise: OtherPromise } = otherRealm();
    const tool = {
      name: "t",
      description: "",
      inputSchema: {},
      source: "custom" as const,
      execute: () => OtherPromise.resolve({ output: "from there", isError: false }),
    };
    expect(await createToolkit({ extraTools: [tool] }).execute("t")).toEqual({ output: "from there", isError: false });
  });

  it("is an error with words where it is one there", () => {
    const { Error: OtherError } = otherRealm();
    const thrown = Object.assign(new OtherError("boom"), { code: "E1" });
    expect(thrownResult(thrown).output).toBe("boom");
    expect(failureOf(thrownResult(thrown))).toEqual({ reason: "threw", code: "E1" });
  });

  it("is a part where it is a Blob, a File or bytes there", async () => {
    const { Blob: OtherBlob, File: OtherFile, Uint8Array: OtherBytes } = otherRealm();
    const part = { type: "image", mimeType: "image/png", data: "AQID" };
    expect(await ContentPart.from(new OtherBlob([new Uint8Array([1, 2, 3])], { type: "image/png" }))).toEqual(part);
    expect(await ContentPart.from(new OtherFile([new Uint8Array([1, 2, 3])], "a.png"))).toEqual(part);
    expect(ContentPart.from(OtherBytes.of(1, 2, 3), { mimeType: "image/png" })).toEqual(part);
    expect(ContentPart.from(OtherBytes.of(1, 2, 3).buffer, { mimeType: "image/png" })).toEqual(part);
  });

  it("fails where it is a node of a document", async () => {
    const result = await toToolResult({ output: "", isError: false, metadata: { node: document.body } });
    expect(result.output).toMatch(/metadata\.node is an object of a class/);
  });
});
