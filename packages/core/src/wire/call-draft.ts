/**
 * Hears of a call whose arguments are still coming: a hint for those who look on, never a fact. `order` counts the calls
 * of one reply, `delta` is what its arguments grew by.
 */
export type OnCallDraft = (order: number, toolName: string, delta: string) => void;
