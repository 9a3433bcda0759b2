// Types for TSX: `import type {} from "@holdpoint/widgets/jsx";`
import type { DetailedHTMLProps, HTMLAttributes } from "react";
import type { HoldpointElement } from "./elements/holdpoint-element.tsx";
import type { HoldpointInboxElement } from "./elements/inbox-element.tsx";
import type { HoldpointRequestElement } from "./elements/request-element.tsx";
import type { HoldpointRunElement } from "./elements/run-element.tsx";

/** Attributes and properties that every widget takes. */
export interface HoldpointElementAttributes {
  src?: string | undefined;
  credentials?: "include" | "omit" | "same-origin" | undefined;
  database?: string | undefined;
  theme?: "light" | "dark" | undefined;
  /** Set as a property by React 19; with React 18 set it through a ref. */
  source?: HoldpointElement["source"];
  /** Set as a property by React 19; with React 18 set it through a ref. */
  labels?: HoldpointElement["labels"];
}

type Props<Own extends HoldpointElement, More> = DetailedHTMLProps<HTMLAttributes<Own>, Own> &
  HoldpointElementAttributes &
  More;

/** The elements with their attributes. */
export interface HoldpointIntrinsicElements {
  "holdpoint-inbox": Props<
    HoldpointInboxElement,
    { "run-id"?: string; agent?: string; layout?: "one" | "all"; "can-open"?: "" | undefined }
  >;
  "holdpoint-request": Props<HoldpointRequestElement, { "request-id": string }>;
  "holdpoint-run": Props<HoldpointRunElement, { "run-id": string }>;
}

declare module "react" {
  namespace JSX {
    interface IntrinsicElements extends HoldpointIntrinsicElements {}
  }
}
