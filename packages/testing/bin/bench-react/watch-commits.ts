/** What React did since the watch began. */
export interface Commits {
  /** Times the page was changed. */
  count: number;
  /** Rows of the history whose component ran again, the row that grows not counted. */
  historyRows: number;
  /** Components that ran. */
  components: number;
}

/** The few fields of a fiber that tell whether its component ran. */
interface Fiber {
  readonly flags: number;
  readonly tag: number;
  readonly alternate: Fiber | null;
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
  readonly memoizedProps: Readonly<Record<string, unknown>> | null;
}

/** React's own mark for its developer tools, in every build: this component ran in this commit. */
const PERFORMED_WORK = 1;

/** Tags of function, class, forwarded and memoised components. */
const COMPONENT_TAGS = new Set([0, 1, 11, 14, 15]);

/**
 * Counts commits and the components that ran in each, as React's developer tools do. Call it before React is loaded.
 *
 * @param isHistoryRow - whether props are those of a row that does not grow
 */
export function watchCommits(isHistoryRow: (props: Readonly<Record<string, unknown>>) => boolean): Commits {
  const commits: Commits = { count: 0, historyRows: 0, components: 0 };
  const visit = (next: Fiber, before: Fiber | null): void => {
    if (next === before) return;
    if (COMPONENT_TAGS.has(next.tag) && (next.flags & PERFORMED_WORK) !== 0) {
      commits.components += 1;
      if (before !== null && next.memoizedProps !== null && isHistoryRow(next.memoizedProps)) commits.historyRows += 1;
    }
    // The same child: React went no further down.
    if (before !== null && next.child === before.child) return;
    for (let child = next.child; child !== null; child = child.sibling) visit(child, child.alternate);
  };
  Object.assign(globalThis, {
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      supportsFiber: true,
      isDisabled: false,
      renderers: new Map(),
      inject: () => 1,
      onCommitFiberUnmount: () => undefined,
      onPostCommitFiberRoot: () => undefined,
      onCommitFiberRoot(_id: number, root: { readonly current: Fiber }) {
        commits.count += 1;
        visit(root.current, root.current.alternate);
      },
    },
  });
  return commits;
}
