import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type HttpRequestPlan, httpToolRequest } from "./http-tool-request.ts";

const plan = (more: Partial<HttpRequestPlan> = {}): HttpRequestPlan => ({
  method: "post",
  url: "https://x.test/t/{team}/items",
  ...more,
});

describe("httpToolRequest", () => {
  it.each<[string, HttpRequestPlan, Record<string, unknown>, object]>([
    [
      "placeholders are encoded and consumed; under GET the rest is query, in order",
      plan({ method: "get", url: "https://x.test/u/{id}?v=2" }),
      { id: "a/b c", fields: "name,mail", page: 2 },
      { method: "GET", url: "https://x.test/u/a%2Fb%20c?v=2&fields=name%2Cmail&page=2" },
    ],
    ["a missing placeholder is empty", plan({ method: "GET" }), {}, { method: "GET", url: "https://x.test/t//items" }],
    [
      "null for a placeholder is empty",
      plan({ method: "GET" }),
      { team: null },
      { method: "GET", url: "https://x.test/t//items" },
    ],
    [
      "one placeholder may stand twice",
      plan({ method: "GET", url: "https://x.test/{a}/{a}" }),
      { a: 1 },
      { method: "GET", url: "https://x.test/1/1" },
    ],
    [
      "query names go to the query, the rest to a JSON body",
      plan({ query: ["dry"] }),
      { team: "red", dry: true, title: "A", n: 1 },
      {
        method: "POST",
        url: "https://x.test/t/red/items?dry=true",
        body: '{"title":"A","n":1}',
        contentType: "application/json",
      },
    ],
    ["no arguments left, no body", plan(), { team: "red" }, { method: "POST", url: "https://x.test/t/red/items" }],
    [
      "HEAD has no body",
      plan({ method: "head" }),
      { team: "r", a: 1 },
      { method: "HEAD", url: "https://x.test/t/r/items" },
    ],
    [
      "form",
      plan({ body: "form" }),
      { team: "r", a: "x y", b: [1, 2], c: { d: 1 } },
      {
        method: "POST",
        url: "https://x.test/t/r/items",
        body: "a=x+y&b=1%2C2&c=%7B%22d%22%3A1%7D",
        contentType: "application/x-www-form-urlencoded",
      },
    ],
    [
      "raw",
      plan({ body: "raw" }),
      { team: "r", body: "<x/>", a: 1 },
      { method: "POST", url: "https://x.test/t/r/items", body: "<x/>" },
    ],
    [
      "raw without a body",
      plan({ body: "raw" }),
      { team: "r", a: 1 },
      { method: "POST", url: "https://x.test/t/r/items", body: "" },
    ],
    [
      "raw that is no text",
      plan({ body: "raw" }),
      { team: "r", body: { a: 1 } },
      { method: "POST", url: "https://x.test/t/r/items", body: '{"a":1}' },
    ],
    [
      "names of the prototype are no arguments",
      plan({ method: "GET", url: "https://x.test/{constructor}" }),
      {},
      { method: "GET", url: "https://x.test/" },
    ],
  ])("%s", (_name, given, args, request) => {
    expect(httpToolRequest(given, args)).toStrictEqual(request);
  });

  it("never lets an argument leave the place it stands in", () => {
    const given = plan({ method: "GET", url: "https://x.test/a/{x}/b" });
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary" }),
          fc.constantFrom(".", "..", "%2e", "../..", "/", "?", "#", "@evil.test", "\\.."),
        ),
        (x) => {
          let built: string;
          try {
            built = httpToolRequest(given, { x }).url;
          } catch (error) {
            // Half a surrogate pair has no encoding; `.` and `..` are refused in words.
            expect(error).toSatisfy((thrown) => thrown instanceof URIError || /out of its path/.test(String(thrown)));
            return;
          }
          const url = new URL(built);
          expect(url.host).toBe("x.test");
          expect(url.search + url.hash).toBe("");
          expect(url.pathname.split("/")).toHaveLength(4);
          expect(url.pathname).toMatch(/^\/a\/.*\/b$/);
        },
      ),
    );
  });

  it("refuses dots made of several arguments, and leaves the host's own dots alone", () => {
    expect(() => httpToolRequest(plan({ url: "https://x.test/a/{x}{y}" }), { x: ".", y: "." })).toThrow(
      /out of its path/,
    );
    expect(httpToolRequest(plan({ method: "GET", url: "https://x.test/a/../{x}" }), { x: "b" }).url).toBe(
      "https://x.test/a/../b",
    );
  });
});
