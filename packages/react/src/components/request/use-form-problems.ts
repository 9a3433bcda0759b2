import { type RefObject, useRef, useState } from "react";
import type { FieldProblem } from "./form-labels.ts";

/** What is wrong with a form, and the way to show it. */
export interface FormProblems {
  readonly form: RefObject<HTMLFormElement | null>;
  readonly problems: ReadonlyMap<string, FieldProblem>;
  /** Shows what is wrong and goes to the first field it is wrong with. Gives whether there was nothing. */
  readonly show: (found: ReadonlyMap<string, FieldProblem>) => boolean;
  /** A field was changed: what was wrong with it is no longer said. */
  readonly forget: (key: string) => void;
}

/** @param keys the fields in their order, each drawn with `data-field` of its place */
export function useFormProblems(keys: readonly string[]): FormProblems {
  const [problems, setProblems] = useState<ReadonlyMap<string, FieldProblem>>(new Map());
  const form = useRef<HTMLFormElement>(null);
  return {
    form,
    problems,
    show(found) {
      setProblems(found);
      const first = keys.findIndex((key) => found.has(key));
      if (first >= 0) form.current?.querySelector<HTMLElement>(`[data-field="${first}"]`)?.focus();
      return found.size === 0;
    },
    forget(key) {
      if (problems.has(key)) setProblems(new Map([...problems].filter(([other]) => other !== key)));
    },
  };
}
