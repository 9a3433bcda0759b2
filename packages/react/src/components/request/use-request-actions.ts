import type { SendAnswer } from "./use-answer.ts";

/** How Requests are answered here: by the prop, else by the runs of the provider. */
export function useRequestActions(onAnswer: SendAnswer | undefined): {
  readonly send: SendAnswer;
  readonly takeBack: ((requestId: string) => Promise<boolean>) | undefined;
} {
  if (onAnswer === undefined) throw new Error("todo");
  return { send: onAnswer, takeBack: undefined };
}
