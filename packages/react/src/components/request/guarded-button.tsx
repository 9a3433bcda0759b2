import { type ReactNode, useId } from "react";
import { useLabels } from "../settings.ts";
import { promptLabels } from "./prompt-labels.ts";
import { useGuardedPress } from "./use-guarded-press.ts";

/** {@link GuardedButton} */
export interface GuardedButtonProps {
  readonly children: ReactNode;
  /** A press that counted. */
  readonly onPress: () => void;
  readonly disabled?: boolean;
  /** @default "plain" */
  readonly variant?: "primary" | "danger" | "plain";
}

/** A button whose press counts only when a person can have meant it. For every Answer, also in prompts of your own. */
export function GuardedButton({
  children,
  onPress,
  disabled = false,
  variant = "plain",
}: GuardedButtonProps): ReactNode {
  const labels = useLabels("prompt", promptLabels);
  const { ref, ready, refused, onClick, onKeyDown } = useGuardedPress(() => {
    if (!disabled) onPress();
  });
  const id = useId();
  return (
    <>
      <button
        ref={ref}
        type="button"
        className="hp-button"
        data-variant={variant}
        data-guard={ready ? "ready" : "waiting"}
        // Not `disabled`: that would throw the focus away.
        aria-disabled={disabled || !ready}
        aria-describedby={refused === undefined ? undefined : id}
        onClick={onClick}
        onKeyDown={onKeyDown}
      >
        {children}
      </button>
      {refused !== undefined && (
        <span id={id} className="hp-note" role="status">
          {refused === "covered" ? labels.covered : labels.guarded}
        </span>
      )}
    </>
  );
}
