import type { ContentLabels, PartProblem, PdfLabels } from "../../components/parts/content-labels.ts";
import { describeBytes } from "../../components/text/describe-bytes.ts";

const problems: Record<PartProblem, string> = {
  empty: "Es ist leer.",
  damaged: "Es ist beschädigt.",
  "wrong-type": "Die Bytes sind nicht von der Art, die angegeben ist.",
  unsafe: "Die Darstellung könnte die Seite einfrieren.",
  unplayable: "Dieser Browser kann es nicht abspielen.",
  "too-large": "Es ist zu groß.",
  "too-many-pixels": "Es hat zu viele Bildpunkte.",
  malformed: "Die Daten sind nicht lesbar.",
  missing: "Die Bytes liegen nicht auf diesem Gerät.",
  "not-stored": "Zum Aufbewahren war kein Platz.",
  unreachable: "Der Server, auf dem es liegt, hat es nicht herausgegeben.",
  "bad-address": "Diese Adresse darf nicht geöffnet werden.",
  unsupported: "Die Art ist unbekannt.",
  "too-slow": "Die Darstellung hat zu lange gedauert.",
  "no-viewer": "Die Anzeige dafür wurde nicht geladen. Laden Sie die Seite neu, sobald Sie online sind.",
};

const number = (value: number): string => value.toLocaleString("de");

export const content: ContentLabels = {
  loading: "Wird geladen …",
  save: (name) => `${name} speichern`,
  bytes: (bytes) => describeBytes(bytes, "de"),
  problem: (problem, name) => `${name} kann nicht gezeigt werden: ${problems[problem]}`,
  loadFrom: (host) => `Von ${host} laden`,
  remote: (host) => `Das liegt auf einem anderen Server, ${host}. Beim Laden erfährt er davon.`,
  open: (host) => `Bei ${host} öffnen`,
  enlarge: (name) => `${name} vergrößern`,
  zoomIn: "Größer",
  zoomOut: "Kleiner",
  close: "Schließen",
  showText: "Text zeigen",
  cut: (shown, all) =>
    `Die ersten ${number(shown)} von ${number(all)} Zeichen. Speichern Sie die Datei, um den Rest zu lesen.`,
  copy: "Kopieren",
  copied: "Kopiert",
};

export const pdf: PdfLabels = {
  page: (page, pages) => `Seite ${page} von ${pages}`,
  pages: (shown, pages) => {
    if (shown < pages) return `Die ersten ${shown} von ${pages} Seiten. Speichern Sie die Datei, um den Rest zu lesen.`;
    return pages === 1 ? "1 Seite" : `${pages} Seiten`;
  },
  pageProblem: (page) => `Seite ${page} kann nicht gezeichnet werden: Sie ist beschädigt.`,
  password: (name) => `${name} ist geschützt. Das Passwort öffnet es hier; es wird nicht aufbewahrt.`,
  passwordField: "Passwort",
  wrongPassword: "Dieses Passwort öffnet es nicht.",
  unlock: "Öffnen",
  previous: "Vorige Seite",
  next: "Nächste Seite",
  zoomIn: "Vergrößern",
  zoomOut: "Verkleinern",
};
