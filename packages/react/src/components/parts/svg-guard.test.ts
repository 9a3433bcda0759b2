import { describe, expect, it } from "vitest";
import { checkSvg } from "./svg-guard.ts";

const svg = (inside: string, root = 'xmlns="http://www.w3.org/2000/svg" width="10" height="20"') =>
  new TextEncoder().encode(`<svg ${root}>${inside}</svg>`);

/** Ten levels of ten copies each. */
function bomb(level: (index: number) => string, last: string): string {
  return Array.from({ length: 10 }, (_, index) => level(index)).join("") + last;
}

const png = (width: number, height: number): string => {
  const bytes = new Uint8Array(60);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  new DataView(bytes.buffer).setUint32(16, width);
  new DataView(bytes.buffer).setUint32(20, height);
  return btoa(String.fromCharCode(...bytes));
};
const hugePng = png(30_000, 30_000);

describe("checkSvg", () => {
  it("lets a plain drawing through, with its size", () => {
    expect(checkSvg(svg("<path d='M0 0'/>"))).toMatchObject({ ok: true, width: 10, height: 20 });
    expect(checkSvg(svg("<g/>", 'viewBox="0 0 30 40"'))).toMatchObject({ ok: true, width: 30, height: 40 });
  });

  it("lets gradients, a few copies and a style sheet through", () => {
    const inside = `<style>.a{fill:url(#g)}</style><defs><linearGradient id="g"><stop offset="0"/></linearGradient>
      <path id="p"/></defs>${'<use href="#p" class="a"/>'.repeat(50)}`;
    expect(checkSvg(svg(inside)).ok).toBe(true);
  });

  it("lets arrows through", () => {
    const inside = `<marker id="m"><path d="M0 0L4 2L0 4Z"/></marker>${'<line x1="0" y1="0" x2="9" y2="9" marker-end="url(#m)"/>'.repeat(40)}`;
    expect(checkSvg(svg(inside)).ok).toBe(true);
  });

  it("lets small pictures and embedded fonts through", () => {
    const inside = `<style>@font-face{src:url(data:application/font-woff;base64,AAAA)}</style><image href="data:image/png;base64,${png(50, 50)}"/>`;
    expect(checkSvg(svg(inside)).ok).toBe(true);
  });

  it.each([
    ["use", bomb((index) => `<g id="g${index}">${`<use href="#g${index + 1}"/>`.repeat(10)}</g>`, '<path id="g10"/>')],
    [
      "xlink:href in single quotes",
      bomb((index) => `<g id='g${index}'>${`<use xlink:href='#g${index + 1}'/>`.repeat(10)}</g>`, "<path id='g10'/>"),
    ],
    [
      "a reference written as characters",
      bomb((index) => `<g id="g${index}">${`<use href="&#35;g${index + 1}"/>`.repeat(10)}</g>`, '<path id="g10"/>'),
    ],
    [
      "patterns",
      bomb(
        (index) => `<pattern id="g${index}">${`<rect fill="url(#g${index + 1})"/>`.repeat(10)}</pattern>`,
        '<pattern id="g10"/><rect fill="url(#g0)"/>',
      ),
    ],
    [
      "a prefix",
      bomb((index) => `<s:g id="g${index}">${`<s:use href="#g${index + 1}"/>`.repeat(10)}</s:g>`, '<s:path id="g10"/>'),
    ],
    [
      "masks by a style sheet",
      `<style>${Array.from({ length: 8 }, (_, index) => `.m${index}{mask:url(#m${index + 1})}`).join("")}</style>${Array.from({ length: 9 }, (_, index) => `<mask id="m${index}">${`<rect class="m${index}"/>`.repeat(10)}</mask>`).join("")}`,
    ],
    [
      "markers at every corner",
      `<marker id="m"><path d="${"M0 0".repeat(300)}"/>${"<path/>".repeat(300)}</marker><g marker-mid="url(#m)"><path d="${"L1 1 ".repeat(500)}"/></g>`,
    ],
    ["a circle", '<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'],
    ["a tree 20,000 deep", `${"<g>".repeat(20_000)}${"</g>".repeat(20_000)}`],
    ["many elements", "<path/>".repeat(60_000)],
    ["a nested SVG", '<image href="data:image/svg+xml;base64,AAAA"/>'],
    [
      "a reference written as CSS does",
      `<style>${Array.from({ length: 8 }, (_, index) => `.m${index}{mask:u\\72l(\\23 m${index + 1})}`).join("")}</style>${Array.from({ length: 9 }, (_, index) => `<mask id="m${index}">${`<rect class="m${index}"/>`.repeat(10)}</mask>`).join("")}`,
    ],
    ["a nested SVG that CSS spells", '<style>*{background:url("data:image/\\73vg+xml;base64,AAAA")}</style>'],
    ["a picture of 30,000 × 30,000", `<image href="data:image/png;base64,${hugePng}"/>`],
    ["a picture that is none", '<image href="data:image/png;base64,AAAA"/>'],
    ["a nested SVG in disguise", '<image href="data:im&#97;ge/s\nvg+xml;base64,AAAA"/>'],
  ])("refuses %s that would freeze the page", (_name, inside) => {
    expect(checkSvg(svg(inside))).toEqual({ ok: false, reason: "unsafe" });
  });

  const entities = (declarations: string, inside: string) =>
    new TextEncoder().encode(
      `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x.dtd" [${declarations}]><svg>${inside}</svg>`,
    );

  it("writes out the entities of a drawing program, and draws that text", () => {
    const bytes = entities('<!ENTITY ns "http://x/"><!ENTITY both "&ns;&ns;">', '<g a="&both;&amp;"/>');
    expect(checkSvg(bytes)).toMatchObject({ ok: true, text: '<svg><g a="http://x/http://x/&amp;"/></svg>' });
  });

  it("counts what an entity holds", () => {
    const uses = bomb(
      (index) => `<g id="g${index}">${`<use href="#g${index + 1}"/>`.repeat(10)}</g>`,
      '<path id="g10"/>',
    );
    expect(checkSvg(entities(`<!ENTITY a '${uses}'>`, "&a;"))).toEqual({ ok: false, reason: "unsafe" });
  });

  it.each([
    [
      "that grow without measure",
      '<!ENTITY a "aaaaaaaaaa">' +
        Array.from(
          { length: 7 },
          (_, index) => `<!ENTITY ${"b".repeat(index + 1)} "${`&${"b".repeat(index) || "a"};`.repeat(10)}">`,
        ).join(""),
      "&bbbbbbb;",
    ],
    ["in a circle", '<!ENTITY a "&b;"><!ENTITY b "&a;">', "&a;"],
    ["from elsewhere", '<!ENTITY a SYSTEM "https://evil.example/">', "&a;"],
    ["of parameters", '<!ENTITY % a "x">', ""],
  ])("refuses entities %s", (_name, declarations, inside) => {
    expect(checkSvg(entities(declarations, inside))).toEqual({ ok: false, reason: "unsafe" });
  });

  it("refuses an encoding it does not read itself", () => {
    const text = '<?xml version="1.0" encoding="utf-7"?><svg/>';
    expect(checkSvg(new TextEncoder().encode(text)).ok).toBe(false);
  });

  it("reads UTF-16 by its byte order mark and gives the text back without the declaration", () => {
    const text = '\ufeff<?xml version="1.0" encoding="UTF-16"?><svg width="3" height="4"/>';
    const bytes = new Uint8Array(Uint16Array.from(text, (character) => character.charCodeAt(0)).buffer);
    expect(checkSvg(bytes)).toEqual({ ok: true, text: '<svg width="3" height="4"/>', width: 3, height: 4 });
  });

  it.each(["", "<html></html>", "plain", "<!-- only -->"])("calls %j damaged", (text) => {
    expect(checkSvg(new TextEncoder().encode(text))).toEqual({ ok: false, reason: "damaged" });
  });

  it.each(['<g a="', "<!--", "<![CDATA[", "<?", "<g ", "<g>", "<style>", "&#x", "url(#"])(
    "calls 20,000 unclosed %j damaged, without reading them over and over",
    (piece) => {
      const text = `<svg>${piece.repeat(20_000)}`;
      expect(checkSvg(new TextEncoder().encode(text))).toEqual({ ok: false, reason: "damaged" });
    },
  );
});
