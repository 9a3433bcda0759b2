import { memo, type ReactNode } from "react";
import { composerLabels } from "./composer-labels.ts";
import { useLabels } from "./settings.ts";
import { visibleText } from "./text/visible-text.ts";

interface AttachedFilesProps {
  readonly files: readonly File[];
  readonly onRemove: (files: readonly File[]) => void;
}

/** The files that go with a message, each with a way to take it off. */
export const AttachedFiles = memo(function AttachedFiles({ files, onRemove }: AttachedFilesProps): ReactNode {
  const labels = useLabels("composer", composerLabels);
  if (files.length === 0) return null;
  return (
    <ul className="hp-composer__files" aria-label={labels.attachments}>
      {files.map((file, index) => (
        // Two files may have one name.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <li key={index} className="hp-composer__file">
          <bdi>{visibleText(file.name)}</bdi>
          <span className="hp-note">{labels.bytes(file.size)}</span>
          <button
            type="button"
            className="hp-button"
            data-variant="icon"
            aria-label={labels.remove(visibleText(file.name))}
            onClick={() => onRemove([file])}
          >
            <span aria-hidden="true">×</span>
          </button>
        </li>
      ))}
    </ul>
  );
});
