import { type ComponentType, createElement, type ReactNode, useEffect, useRef } from "react";
import { CodeWait } from "./code-wait.tsx";
import { isFocusLost } from "./focus-lost.ts";
import { lazyCode, useCode } from "./lazy-code.ts";

/** A component whose code is loaded when it is first drawn. */
export interface LazyPart<Props> {
  (props: Props): ReactNode;
  /** Loads it beforehand: it is then drawn at once. */
  readonly load: () => Promise<void>;
}

/**
 * Makes a component of one that is loaded when it is first drawn. Until then, and when it does not come, its place
 * says so.
 *
 * @param meanwhile - draws its place, from its props and the words about what is on its way. @default those words alone
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  meanwhile: (props: Props, wait: ReactNode) => ReactNode = (_, wait) => wait,
): LazyPart<Props> {
  const lazy = lazyCode(load);
  // biome-ignore lint/correctness/noComponentHookFactories: made once, where a module is loaded, as with React's own `lazy`
  function Part(props: Props): ReactNode {
    const state = useCode(lazy);
    const { code } = state;
    const around = useRef<HTMLElement>(null);
    useEffect(() => {
      // The button that was pressed to try again is gone: the focus stays near.
      if (code !== undefined && around.current !== null && isFocusLost(around.current)) around.current.focus();
    }, [code]);
    if (code !== undefined) return createElement(code, props);
    const onAgain = ({ currentTarget }: { currentTarget: HTMLElement }): void => {
      around.current = currentTarget.closest<HTMLElement>("[tabindex]");
    };
    return meanwhile(props, <CodeWait state={state} load={lazy.load} onAgain={onAgain} />);
  }
  return Object.assign(Part, { load: lazy.load });
}
