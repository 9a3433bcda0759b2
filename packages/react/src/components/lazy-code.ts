import type { HoldpointError } from "@holdpoint/core";
import { loadCode } from "@holdpoint/core/store";
import { useEffect } from "react";
import { useStore } from "zustand";
import { createStore, type StoreApi } from "zustand/vanilla";

/** Code, once it is here, or why it did not come. */
export interface CodeState<Code> {
  readonly code?: Code;
  readonly problem?: HoldpointError;
}

/** Code that is loaded when it is first needed, once for all who need it. */
export interface LazyCode<Code> {
  readonly state: StoreApi<CodeState<Code>>;
  /** Loads it, and tries again after a failure. Never rejects: `state` tells. */
  readonly load: () => Promise<void>;
}

/** @param load - an `import()`; what it rejects with becomes `code-missing` */
export function lazyCode<Code>(load: () => Promise<Code>): LazyCode<Code> {
  const state = createStore<CodeState<Code>>()(() => ({}));
  let loading: Promise<void> | undefined;
  return {
    state,
    load() {
      loading ??= loadCode(load).then(
        (code) => state.setState({ code }, true),
        (problem: HoldpointError) => {
          loading = undefined;
          state.setState({ problem }, true);
        },
      );
      return loading;
    },
  };
}

/** Loads code while it is wanted. What is here already is here at once, but never while a server's page is taken over. */
export function useCode<Code>(lazy: LazyCode<Code>, isWanted = true): CodeState<Code> {
  const state = useStore(lazy.state);
  useEffect(() => {
    if (isWanted) void lazy.load();
  }, [lazy, isWanted]);
  return state;
}
