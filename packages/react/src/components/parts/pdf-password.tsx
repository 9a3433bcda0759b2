import { type FormEvent, type ReactNode, useId, useState } from "react";
import { useLabels } from "../settings.ts";
import { pdfLabels } from "./content-labels.ts";

interface PdfPasswordProps {
  readonly name: string;
  readonly wrong: boolean;
  readonly onPassword: (password: string) => void;
}

/** Asks for the password of a file. It goes to the file's own worker and is kept nowhere. */
export function PdfPassword({ name, wrong, onPassword }: PdfPasswordProps): ReactNode {
  const labels = useLabels("pdf", pdfLabels);
  const [password, setPassword] = useState("");
  const id = useId();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onPassword(password);
    setPassword("");
  };
  return (
    <form className="hp-pdf__password" onSubmit={submit}>
      <p>{labels.password(name)}</p>
      <label htmlFor={id}>{labels.passwordField}</label>
      <input
        id={id}
        className="hp-input"
        type="password"
        autoComplete="off"
        value={password}
        aria-invalid={wrong}
        aria-describedby={wrong ? `${id}-problem` : undefined}
        onChange={(event) => setPassword(event.target.value)}
      />
      <button type="submit" className="hp-button">
        {labels.unlock}
      </button>
      {wrong && (
        <p id={`${id}-problem`} className="hp-part__problem" role="alert">
          {labels.wrongPassword}
        </p>
      )}
    </form>
  );
}
