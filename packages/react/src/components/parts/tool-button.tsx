import type { ReactNode } from "react";

interface ToolButtonProps {
  readonly label: string;
  readonly sign: string;
  readonly disabled: boolean;
  readonly onPress: () => void;
}

/** A button that shows a sign and is called by its label. Disabled it keeps the focus. */
export function ToolButton({ label, sign, disabled, onPress }: ToolButtonProps): ReactNode {
  return (
    <button
      type="button"
      className="hp-button"
      data-variant="icon"
      aria-label={label}
      title={label}
      aria-disabled={disabled}
      onClick={disabled ? undefined : onPress}
    >
      <span aria-hidden="true">{sign}</span>
    </button>
  );
}
