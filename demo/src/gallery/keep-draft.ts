/** Leaves what a person would have typed where the components look for it. */
export function keepDraft(key: string, value: unknown): void {
  try {
    localStorage.setItem(`holdpoint.draft.${key}`, JSON.stringify({ at: Date.now(), value }));
  } catch (error) {
    // A browser without storage: the state is shown as if nothing had been typed.
    if (!(error instanceof DOMException)) throw error;
  }
}
