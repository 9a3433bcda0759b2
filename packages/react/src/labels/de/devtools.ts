import type { DevtoolsLabels } from "../../devtools/devtools-labels.ts";
import { noteOf } from "../../devtools/note-of.ts";

export const devtools: DevtoolsLabels = {
  language: "de",
  title: "Entwicklerwerkzeuge",
  run: "Lauf",
  noRun: "Noch kein Lauf. Starten Sie einen; was geschieht, steht dann hier.",
  unreadable: (message) => `Dieser Lauf kann nicht gelesen werden: ${message}`,
  panels: {
    events: "Ereignisse",
    wire: "Leitung",
    journal: "Journal",
    steps: "Schritte",
    storage: "Speicher",
    tabs: "Tabs",
  },
  views: "Ansichten",

  timeLine: "Zeitleiste",
  eventList: "Ereignisse, das neueste zuletzt",
  textPieces: "Textstücke zeigen",
  noEvents:
    "Kein Ereignis ist bekannt. Die Ereignisse abgeschlossener Beiträge sind im Speicher zusammengefaltet; ein Abgriff behält, was er sieht.",
  foldedAway: (count) =>
    count === 1 ? "1 Ereignis davor ist zusammengefaltet." : `${count} Ereignisse davor sind zusammengefaltet.`,
  onlyNewest: (count) => `Nur die neuesten ${count} werden gezeigt.`,
  spans: { model: "Modell", call: "Werkzeug", request: "Ein Mensch" },
  under_way: "läuft noch",

  noTap: "Anfragen werden nicht beobachtet. Geben Sie dem Client `tap.fetch()` als `fetch`.",
  noExchange: "Seit dem Öffnen dieser Seite wurde nichts gesendet.",
  exchanges: "Anfragen, die neueste zuerst",
  exchangeStates: {
    waiting: "wartet",
    streaming: "läuft ein",
    done: "fertig",
    failed: "fehlgeschlagen",
    aborted: "abgebrochen",
  },
  requestHeaders: "Gesendete Kopfzeilen",
  responseHeaders: "Empfangene Kopfzeilen",
  body: "Inhalt",
  reply: "Antwort",
  masked: "Schlüssel, Cookies und Werte in der Adresse sind verdeckt.",
  firstByte: (ms) => `erstes Byte nach ${ms}`,

  record: "Eintrag",
  tail: (count) => `Ende: Ereignisse des offenen Beitrags (${count})`,
  requests: (count) => `Offene Fragen (${count})`,
  commands: (count) => `Aufträge (${count})`,
  turns: (shown, all) => (shown === all ? `Beiträge (${all})` : `Beiträge (die letzten ${shown} von ${all})`),
  writes: "Schreibvorgänge dieser Seite, der neueste zuerst",
  noWrites: "Diese Seite hat seit dem Öffnen nichts geschrieben.",
  write: { time: "Zeit", events: "Ereignisse", disk: "Gewartet auf", took: "Dauer", outcome: "Ergebnis" },
  strict: "Datenträger",
  relaxed: "Browser",
  written: "geschrieben",
  refused: (code) => `abgelehnt: ${code}`,
  facts: {
    status: "Stand",
    epoch: "Epoche",
    next: "Nächstes Ereignis",
    settled: "Abgeschlossen bis Ereignis",
    bytes: "Größe",
    tokens: "Tokens",
    version: "Schema-Version",
  },

  step: "Schritt",
  stepOf: (step, count) => `${step} von ${count}`,
  previous: "Voriger Schritt",
  next: "Nächster Schritt",
  toNow: "Zur Gegenwart",
  lookOnly: "Sie sehen die Vergangenheit. Nichts, was Sie hier tun, ändert den Lauf.",
  wholeTurns: (count) =>
    count === 1
      ? "Der erste Beitrag ist ein einziger Schritt: Seine Ereignisse sind zusammengefaltet."
      : `Die ersten ${count} Beiträge sind je ein Schritt: Ihre Ereignisse sind zusammengefaltet.`,
  olderTurns: (count) =>
    count === 1 ? "1 älterer Beitrag ist nicht gelesen." : `${count} ältere Beiträge sind nicht gelesen.`,
  turnStep: (index, role) => `Beitrag ${index} (${role}), ganz`,
  nothingKnown: "Von der Vergangenheit dieses Laufs ist hier nichts bekannt.",

  used: "Von dieser Adresse belegt",
  usedOf: (used, quota) => `${used} von ${quota}`,
  persisted: "Bleibt, wenn der Platz knapp wird",
  yes: "ja",
  no: "nein",
  unknown: "hier unbekannt",
  runsBySize: "Läufe, der größte zuerst",
  noRuns: "Es gibt keine Läufe.",

  thisTab: "Dieser Tab",
  roles: {
    driver: "treibt den Lauf",
    follower: "folgt: ein anderer Tab treibt",
    idle: "niemand muss treiben: er ruht",
  },
  driven: "Jemand treibt ihn",
  waitingTabs: "Warten darauf, zu treiben",
  waitingCount: (count) => (count === 1 ? "1 Tab oder Worker" : `${count} Tabs oder Worker`),
  holder: "Gehalten von",
  holderHere: "dieser Seite",
  holderElsewhere: "einem anderen Tab oder Worker",
  nobody: "niemandem",
  capabilities: "Was dieser Browser kann",
  durable: "Geschriebenes übersteht das Neuladen",
  locks: "Tabs schließen einander aus (Web Locks)",
  channel: "Tabs erfahren Änderungen sofort (BroadcastChannel)",
  noLocks: "Dieser Browser hat keine Web Locks; wer hält und wer wartet, lässt sich nicht fragen.",

  note: noteOf,
};
