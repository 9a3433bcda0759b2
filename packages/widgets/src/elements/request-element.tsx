import type { ReactNode } from "react";
import type { Words } from "../labels/use-language.ts";
import { Note, RequestView } from "../views/request-view.tsx";
import { HoldpointElement, type OpenedPlace } from "./holdpoint-element.tsx";

/** `<holdpoint-request request-id="…">`: one Request, with what became of it. */
export class HoldpointRequestElement extends HoldpointElement {
  static override readonly observedAttributes = [...HoldpointElement.observedAttributes, "request-id"];

  protected override draw({ source }: OpenedPlace, { widget }: Words): ReactNode {
    const requestId = this.getAttribute("request-id");
    if (!requestId) return <Note>{widget.missingId("request-id")}</Note>;
    return <RequestView source={source} requestId={requestId} labels={widget} />;
  }
}
