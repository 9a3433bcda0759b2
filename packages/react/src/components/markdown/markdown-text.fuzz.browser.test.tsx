import { fuzzBudget, spoilText } from "@holdpoint/testing/suites";
import { cleanup, render } from "@testing-library/react";
import fc from "fast-check";
import { afterEach, expect, it, vi } from "vitest";
import { MarkdownText } from "./markdown-text.tsx";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const samples: readonly string[] = [
  '# Title\n\n**bold** _soft_ [link](https://a.example/x?y=1#z "t") <https://b.example> `code`\n\n- [x] done\n- two\n',
  "| a | b |\n|---|:-:|\n| 1 | ![p](https://evil.example/p.png) |\n\n```js\n<script>CANARY()</script>\n```\n",
  '<img src=x onerror="CANARY()"><svg onload=CANARY()><a href="javascript:CANARY()">x</a><iframe srcdoc="x"></iframe>\n',
  "[a](javascript:CANARY()) [b](<data:text/html,x>) [c][d]\n\n[d]: javascript:CANARY()\n[^1]: note [^1]\n",
  "> quote\n> > deeper\n\n1. one\n   - two\n\n[![p](data:image/svg+xml,x)](https://a.example)\n\nwww.c.example user@d.example ~~x~~\n",
];

/** All that Markdown may become, and what the parts and buttons in it are made of. */
const ELEMENTS = new Set(
  (
    "a audio blockquote br button code del div em figcaption figure h3 h4 h5 h6 hr img li ol p pre section span strong sub " +
    "sup svg path circle rect line polyline g table tbody td th thead tr ul input bdi kbd small title"
  ).split(" "),
);

/** What is wrong with a drawing, if anything. */
function faultsOf(container: HTMLElement): string[] {
  const faults: string[] = [];
  for (const element of container.querySelectorAll("*")) {
    const name = element.localName;
    if (!ELEMENTS.has(name)) faults.push(`<${name}>`);
    for (const { name: attribute, value } of element.attributes) {
      if (/^on/i.test(attribute) || attribute === "srcdoc") faults.push(`${name} ${attribute}`);
      if (attribute === "href" && name === "a" && !/^https:\/\/|^http:\/\/(?:localhost|127\.|\[::1\])/.test(value)) {
        faults.push(`${attribute}=${value}`);
      }
      if (/^(?:src|srcset|action|formaction|poster|background|ping|xlink:href)$/.test(attribute)) {
        if (!value.startsWith("blob:")) faults.push(`${attribute}=${value}`);
      }
    }
    if (name === "a" && !/noopener/.test(element.getAttribute("rel") ?? "")) faults.push("a link with an opener");
  }
  return faults;
}

it("whatever the text, growing or whole: no element, address or request that a page did not allow, and no crash", {
  timeout: 60_000,
}, () => {
  const requests = vi.spyOn(globalThis, "fetch");
  const opened = vi.spyOn(window, "open");
  let ran = 0;
  Reflect.set(globalThis, "CANARY", () => {
    ran += 1;
  });
  const text = fc.oneof(
    fc.tuple(fc.constantFrom(...samples), fc.nat()).map(([sample, seed]) => spoilText(sample, seed)),
    fc
      .array(fc.constantFrom(..."[]()!<>`*_~#|-\\:/\n \"'&;=x1@".split("")), { maxLength: 60 })
      .map((all) => all.join("")),
    fc.string({ unit: "binary", maxLength: 80 }),
  );
  fc.assert(
    fc.property(text, fc.boolean(), (given, grows) => {
      const { container, unmount } = render(<MarkdownText text={given} grows={grows} />);
      expect(faultsOf(container), JSON.stringify(given)).toEqual([]);
      unmount();
    }),
    fuzzBudget(150),
  );
  expect(ran).toBe(0);
  expect(requests).not.toHaveBeenCalled();
  expect(opened).not.toHaveBeenCalled();
});

it("the look for faults finds them", () => {
  const { container } = render(
    <div>
      <iframe title="x" srcDoc="x" />
      <a href="data:text/html,x">x</a>
      <img alt="x" src="data:image/png;base64,AAAA" />
    </div>,
  );
  expect(faultsOf(container)).toEqual([
    "<iframe>",
    "iframe srcdoc",
    "href=data:text/html,x",
    "a link with an opener",
    "src=data:image/png;base64,AAAA",
  ]);
});
