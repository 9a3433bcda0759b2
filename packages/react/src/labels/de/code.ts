import type { CodeLabels } from "../../components/code-labels.ts";

export const code: CodeLabels = {
  loading: "Wird geladen …",
  missing:
    "Dieser Teil der Seite wurde nicht geladen. Nichts ist verloren: Prüfen Sie die Verbindung und versuchen Sie es noch einmal.",
  again: "Noch einmal versuchen",
};
