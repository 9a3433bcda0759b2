import type { ReactNode } from "react";
import { useLabels } from "../settings.ts";
import { contentLabels, type PartProblem } from "./content-labels.ts";
import type { LoadedPart } from "./load-part.ts";
import { essenceOf } from "./media-type.ts";
import type { MediaSource } from "./part-source.ts";
import { saveFile } from "./save-file.ts";

interface FileBarProps {
  readonly source: MediaSource;
  readonly loaded: LoadedPart | undefined;
  readonly problem: PartProblem | undefined;
}

/** What a part is, how large, why it is not drawn, and the way to save it. */
export function FileBar({ source, loaded, problem }: FileBarProps): ReactNode {
  const labels = useLabels("content", contentLabels);
  const blob = loaded?.blob;
  const size = blob?.size ?? source.bytes;
  const remote = source.from.at === "remote" ? source.from.url : undefined;
  return (
    <figcaption className="hp-part__bar">
      {problem !== undefined && <p className="hp-part__problem">{labels.problem(problem, source.name)}</p>}
      <span className="hp-part__name">
        <bdi>{source.name}</bdi>
      </span>
      <span className="hp-part__facts">
        {essenceOf(source.mimeType)}
        {size !== undefined && ` · ${labels.bytes(size)}`}
      </span>
      {blob !== undefined && (
        <button type="button" className="hp-button" data-variant="quiet" onClick={() => saveFile(blob, source.name)}>
          {labels.save(source.name)}
        </button>
      )}
      {blob === undefined && remote !== undefined && problem !== undefined && (
        <a className="hp-link" href={remote.href} target="_blank" rel="noopener noreferrer">
          {labels.open(remote.host)}
        </a>
      )}
    </figcaption>
  );
}
