import { useCallback, useState } from "react";
import type { ComposerLabels } from "./composer-labels.ts";
import { visibleText } from "./text/visible-text.ts";

/** How much may be attached. */
export interface AttachmentOptions {
  readonly maxFiles: number;
  readonly maxFileBytes: number;
  readonly labels: ComposerLabels;
}

/** The files of a message that is being written. */
export interface Attachments {
  readonly list: readonly File[];
  /** Why a file was not taken. */
  readonly problem: string | undefined;
  readonly add: (files: Iterable<File> | ArrayLike<File>) => void;
  readonly remove: (files: readonly File[]) => void;
}

/** Types the table of the contract knows by their ending, where the browser gives none (contract §1B). */
const knownEnding = /\.(?:png|jpe?g|gif|webp|pdf|mp3|wav)$/i;

/** Collects files within limits; what does not fit is named, the rest is taken. */
export function useAttachments({ maxFiles, maxFileBytes, labels }: AttachmentOptions): Attachments {
  const [list, setList] = useState<readonly File[]>([]);
  const [problem, setProblem] = useState<string>();

  const add = (files: Iterable<File> | ArrayLike<File>): void => {
    const taken = [...list];
    let refused: string | undefined;
    for (const file of Array.from(files)) {
      if (file.size > maxFileBytes) refused ??= labels.tooLarge(visibleText(file.name), maxFileBytes);
      else if (file.type === "" && !knownEnding.test(file.name)) refused ??= labels.unknownType(visibleText(file.name));
      else if (taken.length >= maxFiles) refused ??= labels.tooMany(maxFiles);
      else taken.push(file);
    }
    setList(taken);
    setProblem(refused);
  };
  const remove = useCallback((files: readonly File[]) => {
    setList((before) => before.filter((other) => !files.includes(other)));
    setProblem(undefined);
  }, []);
  return { list, problem, add, remove };
}
