import type { ReactNode } from "react";
import { useLabels } from "../settings.ts";
import { visibleText } from "../text/visible-text.ts";
import { DeclineButton } from "./decline-button.tsx";
import { formLabels } from "./form-labels.ts";
import type { PromptProps } from "./prompt-props.ts";

interface RefusedSecretProps extends Pick<PromptProps, "answer" | "sending"> {
  /** What it asks for. */
  readonly field: string;
}

/** Longer words of a stranger say no more of what is asked. */
const shownOf = 80;

/** In place of fields that ask for a secret (threat S56): nothing can be typed, only declined. */
export function RefusedSecret({ field, answer, sending }: RefusedSecretProps): ReactNode {
  const labels = useLabels("form", formLabels);
  const letters = [...field];
  const name = letters.length > shownOf ? `${letters.slice(0, shownOf).join("")}…` : field;
  return (
    <>
      <p className="hp-problem" role="alert">
        {labels.credentials(visibleText(name))}
      </p>
      <div className="hp-actions">
        <DeclineButton answer={answer} sending={sending} />
      </div>
    </>
  );
}
