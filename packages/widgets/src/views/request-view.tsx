import type { RequestSource } from "@holdpoint/core/request-source";
import { RequestPrompt } from "@holdpoint/react/components";
import type { ReactNode } from "react";
import type { WidgetLabels } from "../labels/widget-labels.ts";
import { useSourceRequest } from "../place/use-source.ts";

interface RequestViewProps {
  readonly source: RequestSource;
  readonly requestId: string;
  readonly labels: WidgetLabels;
}

/** One Request, with what became of it. */
export function RequestView({ source, requestId, labels }: RequestViewProps): ReactNode {
  const { status, record, error } = useSourceRequest(source, requestId);
  if (record !== undefined) return <RequestPrompt request={record} />;
  if (status === "loading") return <Note>{labels.loading}</Note>;
  return <Note>{error === undefined ? labels.noRequest : `${labels.noPlace} ${error.message}`}</Note>;
}

/** A line in place of what cannot be shown. */
export function Note({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <p className="hp hp-note" role="status">
      {children}
    </p>
  );
}
