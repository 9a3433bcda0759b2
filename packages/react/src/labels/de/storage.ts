import type { ErrorRecord } from "@holdpoint/core";
import type { StorageLabels } from "../../components/storage/storage-labels.ts";
import { describeBytes } from "../../components/text/describe-bytes.ts";

const size = (bytes: number): string => describeBytes(bytes, "de");

export const storage: StorageLabels = {
  title: "Speicher auf diesem Gerät",
  loading: "Wird nachgesehen…",
  runs: (count, bytes) =>
    `${count === 1 ? "1 Gespräch" : `${count.toLocaleString("de")} Gespräche`}, etwa ${size(bytes)}`,
  used: (usage, quota) => `Diese Website belegt ${size(usage)} von ${size(quota)}, die sie belegen darf`,
  meter: "Belegter Platz",
  persistence: {
    granted: "Der Browser behält das auch, wenn sein Speicher knapp wird.",
    refused:
      "Der Browser kann das löschen, wenn sein Speicher knapp wird. Er wurde gebeten, es zu behalten, und lehnt das vorerst ab.",
    unasked: "Der Browser kann das löschen, wenn sein Speicher knapp wird.",
    unavailable: "Der Browser sagt nicht, ob er das behält, wenn sein Speicher knapp wird.",
  },
  persist: "Um Behalten bitten",
  each: "Nach Gespräch",
  untitled: "Ohne Titel",
  bytes: size,
  prune: "Alte Gespräche entfernen…",
  willRemove: (count, bytes) =>
    count === 1
      ? `1 Gespräch wird endgültig entfernt; das gibt etwa ${size(bytes)} frei.`
      : `${count} Gespräche werden endgültig entfernt; das gibt etwa ${size(bytes)} frei.`,
  nothingOld: "Es gibt nichts zu entfernen: Alles hier ist neu, in Arbeit oder wartet auf Sie.",
  remove: "Endgültig entfernen",
  keep: "Behalten",
  removed: (count) => (count === 1 ? "1 Gespräch wurde entfernt." : `${count} Gespräche wurden entfernt.`),
  notDurable: "Auf diesem Gerät wird nichts behalten: Gespräche sind verloren, wenn diese Seite geschlossen wird.",
  nearlyFull:
    "Auf diesem Gerät ist kaum noch Platz für diese Website. Entfernen Sie alte Gespräche, oder schaffen Sie Platz.",
  fault: describeFault,
  saveCopy: "Was hier offen ist, als Datei sichern",
  copySaved: "Gesichert. Die Datei lässt sich wieder einlesen.",
  details: "Einzelheiten",
};

function describeFault({ code }: ErrorRecord): string {
  switch (code) {
    case "store-full":
      return "Auf diesem Gerät ist kein Platz mehr. Was im Gange ist, wartet darauf: Entfernen Sie alte Gespräche, oder schaffen Sie Platz.";
    case "store-blocked":
      return "Eine ältere Fassung dieser Seite ist in einem anderen Tab offen und hält den Speicher besetzt. Schließen Sie diesen Tab, oder laden Sie ihn neu.";
    case "store-newer":
      return "Hier ist eine neuere Fassung dieser Seite in Gebrauch. Laden Sie diese Seite neu, um weiterzumachen.";
    case "store-emptied":
      return "Was hier aufbewahrt war, wurde gelöscht, vom Browser oder mit den Daten dieser Website. Was Sie noch sehen, ist verloren, wenn Sie es schließen.";
    case "store-unavailable":
      return "Der Browser lässt diese Seite gerade nichts aufbewahren: In einem privaten Fenster kann das so bleiben. Ohne Aufbewahrung geht nichts weiter. Bleibt es so, erlauben Sie die Daten dieser Website, oder starten Sie den Browser neu.";
    default:
      return "Was auf diesem Gerät aufbewahrt ist, kann gerade nicht gelesen werden.";
  }
}
