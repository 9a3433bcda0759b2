import type { ComponentProps, ReactNode } from "react";
import type { Components, ExtraProps } from "react-markdown";
import { PartView } from "../parts/part-view.tsx";
import { checkUrl } from "../parts/safe-url.ts";
import { CopyButton } from "../text/copy-button.tsx";
import { visibleText } from "../text/visible-text.ts";

type HastNode = NonNullable<ExtraProps["node"]>["children"][number] | ExtraProps["node"];

/** What Markdown is drawn with; all else is the plain element of its name. */
export const markdownElements: Components = {
  a: Link,
  img: Picture,
  p: Paragraph,
  pre: Code,
  table: Table,
  // The page has headings of its own: those of a text stand below them.
  h1: ({ children }) => <h3>{children}</h3>,
  h2: ({ children }) => <h4>{children}</h4>,
  h3: ({ children }) => <h5>{children}</h5>,
  h4: ({ children }) => <h6>{children}</h6>,
  h5: ({ children }) => <h6>{children}</h6>,
  // A task of a list is shown, not ticked.
  input: ({ checked }) => <span>{checked ? "☑" : "☐"}</span>,
};

/** A link with the host it goes to, unless its text says it; an address that may not be opened is only shown. */
function Link({ href = "", children, node }: ComponentProps<"a"> & ExtraProps): ReactNode {
  // Notes of the text itself: their marks would clash between texts.
  if (href.startsWith("#")) return children;
  const checked = checkUrl(href);
  const text = textOf(node);
  if (!checked.ok) {
    return (
      <>
        {children}
        {text !== href && <code className="hp-markdown__host"> ({visibleText(href)})</code>}
      </>
    );
  }
  const { url, host } = checked;
  const picture = holdsPicture(node);
  return (
    <>
      {/* A picture has buttons of its own, which may not stand inside a link. */}
      {picture && children}
      <a className="hp-link" href={url.href} target="_blank" rel="noopener noreferrer nofollow" title={url.href}>
        {picture ? host : children}
      </a>
      {!picture && !saysHost(text, host) && <span className="hp-markdown__host"> ({host})</span>}
    </>
  );
}

/** Whether the text of a link is its address, so that the host need not be told again. */
function saysHost(text: string, host: string): boolean {
  const said = text.trim().replace(/^https?:\/\//, "");
  return said === host || said.startsWith(`${host}/`);
}

function Picture({ src, alt = "" }: ComponentProps<"img">): ReactNode {
  return typeof src === "string" ? (
    <PartView part={{ type: "image", mimeType: "image/*", url: src }} alt={alt} />
  ) : null;
}

function Paragraph({ children, node }: ComponentProps<"p"> & ExtraProps): ReactNode {
  return holdsPicture(node) ? <div>{children}</div> : <p>{children}</p>;
}

function Code({ children, node }: ComponentProps<"pre"> & ExtraProps): ReactNode {
  return (
    <div className="hp-markdown__code">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <pre className="hp-code" tabIndex={0} dir="ltr">
        {children}
      </pre>
      <CopyButton text={() => textOf(node).replace(/\n$/, "")} />
    </div>
  );
}

function Table({ children }: ComponentProps<"table">): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
    <div className="hp-markdown__table" tabIndex={0}>
      <table>{children}</table>
    </div>
  );
}

function textOf(node: HastNode): string {
  if (node === undefined) return "";
  if (node.type === "text") return node.value;
  return "children" in node ? node.children.map(textOf).join("") : "";
}

function holdsPicture(node: HastNode): boolean {
  if (node === undefined || !("children" in node)) return false;
  return node.children.some((child) => (child.type === "element" && child.tagName === "img") || holdsPicture(child));
}
