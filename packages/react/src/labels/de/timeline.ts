import type { ErrorRecord } from "@holdpoint/core";
import type { TimelineLabels } from "../../components/timeline/timeline-labels.ts";

export const timeline: TimelineLabels = {
  conversation: "Gespräch",
  roles: { USER: "Sie", ASSISTANT: "Agent", SYSTEM: "System" },
  reasoning: "Überlegungen",
  callStates: {
    writing: "wird geschrieben",
    waiting: "wartet",
    running: "läuft",
    asking: "braucht Ihre Antwort",
    in_doubt: "lief vielleicht",
    done: "fertig",
    failed: "fehlgeschlagen",
    rejected: "abgelehnt",
    denied: "durch Regel verweigert",
    ended_run: "fertig, beendete den Lauf",
  },
  failedWith: (code) => `fehlgeschlagen (${code})`,
  rejectedBecause: (reason) => `Abgelehnt: ${reason}`,
  incomplete: "Die Argumente kamen nie ganz an, darum lief es nicht.",
  progress: "Fortschritt",
  refused: "Das Modell lehnte ab:",
  spoken: "Gesprochene Antwort:",
  edit: "Bearbeiten",
  editMessage: "Ihre Nachricht bearbeiten",
  sendAnew: "Senden",
  cancelEdit: "Abbrechen",
  version: (version, versions) => `Fassung ${version} von ${versions}`,
  previousVersion: "Vorige Fassung",
  nextVersion: "Nächste Fassung",
  arguments: "Argumente",
  editedArguments: "Argumente, wie eine Person sie geändert hat",
  noArguments: "Keine Argumente",
  output: "Ausgabe",
  loading: "Wird geladen …",
  loadOlder: "Frühere Nachrichten zeigen",
  jumpToLatest: "Zum Neuesten",
  empty: "Noch wurde nichts gesagt.",
  missing: "Dieses Gespräch liegt nicht auf diesem Gerät. Vielleicht wurde es gelöscht.",
  writing: "Der Agent schreibt.",
  interrupted: "Unterbrochen: Kein Tab arbeitet mehr daran.",
  offline: "Es besteht keine Verbindung zum Netz. Sobald es eine gibt, geht es weiter.",
  stalled: "Der Tab, der daran arbeitet, antwortet nicht.",
  takeOver: "Hier übernehmen",
  retry: "Noch einmal versuchen",
  cancelled: "Angehalten.",
  limit: (limit) => `An einer Grenze angehalten (${limit}). Senden Sie eine Nachricht, um fortzufahren.`,
  queued: (count) => (count === 1 ? "1 Nachricht wartet." : `${count} Nachrichten warten.`),
  notDurable: "Hier wird nichts aufbewahrt: Wird die Seite geschlossen, ist dieses Gespräch verloren.",
  needsYou: (count) => (count === 1 ? "Ihre Antwort wird gebraucht." : `${count} Antworten werden gebraucht.`),
  error: describeError,
  details: "Einzelheiten",
};

function describeError({ code, status }: ErrorRecord): string {
  switch (code) {
    case "endpoint-status":
      if (status === 401 || status === 403) {
        return `Der Server des Modells hat den Schlüssel abgelehnt (${status}). Prüfen Sie ihn und versuchen Sie es noch einmal.`;
      }
      if (status === 429) {
        return "Der Server des Modells hat zu viele Anfragen (429). Warten Sie etwas und versuchen Sie es noch einmal.";
      }
      if (status === 404) return "Der Server des Modells kennt dieses Modell oder diese Adresse nicht (404).";
      if (status !== undefined && status >= 500) {
        return `Der Server des Modells hat ein Problem (${status}). Versuchen Sie es noch einmal.`;
      }
      return `Der Server des Modells hat die Anfrage abgelehnt${status === undefined ? "" : ` (${status})`}.`;
    case "endpoint-unreachable":
      return "Der Server des Modells war nicht zu erreichen. Prüfen Sie die Verbindung und versuchen Sie es noch einmal.";
    case "endpoint-unreadable":
      return "Der Server des Modells hat etwas geschickt, das keine Antwort ist.";
    case "stream-cut":
    case "stream-idle":
    case "stream-error":
      return "Die Antwort brach ab. Versuchen Sie es noch einmal.";
    case "timeout":
      return "Das hat länger gedauert als erlaubt.";
    case "store-full":
      return "Für dieses Gespräch ist kein Platz mehr. Es wartet und geht weiter, sobald welcher da ist: Schaffen Sie Platz und versuchen Sie es noch einmal.";
    case "store-unavailable":
    case "store-closed":
      return "Dieses Gespräch kann gerade nicht festgehalten werden, darum hält es an. Versuchen Sie es noch einmal.";
    case "store-blocked":
      return "Eine ältere Fassung dieser Seite ist in einem anderen Tab offen; darum kann dieses Gespräch nicht festgehalten werden. Schließen Sie diesen Tab und versuchen Sie es noch einmal.";
    case "store-emptied":
      return "Was von diesem Gespräch aufbewahrt war, wurde gelöscht, vom Browser oder mit den Daten dieser Website. Was Sie hier sehen, ist verloren, wenn Sie es schließen.";
    case "store-newer":
      return "Hier ist eine neuere Fassung dieser Seite in Gebrauch. Laden Sie neu, um weiterzumachen.";
    case "damaged":
      return "In der Aufzeichnung dieses Gesprächs fehlt etwas. Es lässt sich lesen, aber nicht fortsetzen.";
    case "unknown-agent":
      return "Der Agent dieses Gesprächs gehört nicht zu dieser Seite.";
    default:
      return "Etwas ging schief.";
  }
}
