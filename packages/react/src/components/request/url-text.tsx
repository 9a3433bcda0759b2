import type { ReactNode } from "react";
import { visibleText } from "../text/visible-text.ts";

/** A whole address, as it is and not as it wants to look, with the host standing out. */
export function UrlText({ url }: { url: URL }): ReactNode {
  const before = `${url.protocol}//`;
  // By place and not by search: "https" has the letters of many a host. An address with a name before it is refused.
  const after = url.href.slice(before.length + url.host.length);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
    // biome-ignore lint/a11y/useSemanticElements: an address is no group of fields
    <div className="hp-code hp-url" dir="ltr" role="group" tabIndex={0} aria-label={url.host}>
      <code>
        <span>{before}</span>
        <strong className="hp-url__host">{url.host}</strong>
        <span>{visibleText(after)}</span>
      </code>
    </div>
  );
}
