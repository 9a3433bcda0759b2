import type { RequestKind } from "@holdpoint/core";
import type { RefusedUrl, UrlWarning } from "../../components/parts/safe-url.ts";
import type { AuthorizationLabels } from "../../components/request/authorization-labels.ts";
import type { DoubtLabels } from "../../components/request/doubt-labels.ts";
import type { EditLabels } from "../../components/request/edit-labels.ts";
import type { FieldProblem, FormLabels } from "../../components/request/form-labels.ts";
import type { PromptLabels } from "../../components/request/prompt-labels.ts";
import { describeTimeLeft } from "../../components/text/describe-time-left.ts";

export const prompt: PromptLabels = {
  unreadable: ({ code }) =>
    code === "store-newer"
      ? "Hier hat eine neuere Fassung dieser Seite etwas gefragt. Laden Sie neu, um zu antworten."
      : "Eine Frage, die hier gestellt wurde, lässt sich nicht mehr lesen. Sie blieb, wie sie ist.",
  details: "Einzelheiten",
  title: describeRequest,
  wantsToRun: (agent, tool) => `Agent ${agent} möchte ${tool} mit genau diesen Angaben ausführen:`,
  asksInside: (agent, tool) => `${tool}, ausgeführt von Agent ${agent}, fragt Sie:`,
  arguments: "Womit es aufgerufen wurde",
  wasRunning: (agent, tool) => `${tool}, von Agent ${agent} mit genau diesen Angaben ausgeführt, wurde unterbrochen:`,
  mixedScript: (name) => `Der Name ${name} mischt Alphabete und ahmt vielleicht einen anderen nach.`,
  noArguments: "Keine Argumente",
  toolWords: (tool) => `In den Worten von ${tool}:`,
  ruleWords: "Die Regel dieser Seite, die es angehalten hat, sagt:",
  characters: (count) => `${count.toLocaleString("de")} Zeichen. Scrollen Sie, um alles zu lesen.`,
  approve: "Genehmigen",
  yes: "Ja",
  destructive: (tool) => `${tool} kann etwas endgültig ändern oder löschen.`,
  sure: "Sind Sie sicher? Sehen Sie noch einmal genau an, was ausgeführt wird. Es lässt sich nicht rückgängig machen.",
  approveSure: "Ja, ausführen",
  always: (tool) => `Vor ${tool} in diesem Lauf nicht mehr fragen`,
  approveAlways: "Genehmigen und nicht mehr fragen",
  allowed: "In diesem Lauf nicht mehr gefragt",
  askAgain: "Wieder fragen",
  askAgainAbout: (tool) => `Vor ${tool} wieder fragen`,
  edit: "Ändern …",
  editMissing: "Der Editor wurde nicht geladen. Versuchen Sie es noch einmal, wenn Sie online sind.",
  approveEdited: "Mit diesen Änderungen genehmigen",
  reject: "Ablehnen …",
  rejectNow: "Ablehnen",
  rejectReason: "Warum nicht? Der Agent liest das (freiwillig)",
  back: "Zurück",
  decline: "Ablehnen",
  send: "Antwort senden",
  expiresIn: (ms) => `Läuft ${describeTimeLeft(ms, "de")} ab.`,
  expired: "Abgelaufen. Nichts wurde ausgeführt.",
  sending: "Ihre Antwort wird gesendet …",
  failed: "Ihre Antwort wurde nicht angenommen.",
  refused: (code, message) => refusedAnswers.get(code ?? "") ?? message,
  guarded: "Das ist gerade erst erschienen oder verschoben worden. Sehen Sie noch einmal hin, dann drücken Sie.",
  covered: "Etwas verdeckt das. Legen Sie es frei, dann drücken Sie.",
  outcomes: {
    yes: "Genehmigt.",
    answered: "Beantwortet.",
    declined: "Abgelehnt.",
    cancelled: "Abgebrochen.",
    expired: "Abgelaufen.",
  },
  otherWasFirst: "Jemand war schneller:",
  closed: "Das wird nicht mehr gefragt: Der Lauf ging weiter oder endete.",
  takeBack: "Zurücknehmen",
  handledByHost: "Das beantwortet die Seite selbst.",
  data: "Was es mitgeschickt hat",
};

function describeRequest(kind: RequestKind, tool: string): string {
  switch (kind) {
    case "approval":
      return `${tool} genehmigen?`;
    case "authorization":
      return `${tool} braucht Ihre Anmeldung`;
    case "input":
      return `${tool} braucht einige Angaben`;
    case "question":
      return "Der Agent hat eine Frage";
    case "in_doubt":
      return `Lief ${tool}?`;
    default:
      return `${tool} fragt (${kind})`;
  }
}

const refusals: Record<RefusedUrl, string> = {
  "not-absolute": "Sie ist nicht vollständig.",
  scheme: "Nur https-Adressen werden geöffnet.",
  credentials: "Vor dem Host steht ein Name, der verschleiert, wohin sie führt.",
  unreadable: "Es ist keine Adresse.",
};

const warnings: Record<UrlWarning, (host: string) => string> = {
  punycode: (host) => `${host} ist mit Buchstaben geschrieben, die wie ein anderer Name aussehen können.`,
  loopback: (host) => `${host} ist dieser Computer.`,
  "address-number": (host) => `${host} ist eine Nummer, kein Name.`,
};

export const authorization: AuthorizationLabels = {
  leadsTo: "Das führt zu:",
  signIn: (host) => `Bei ${host} anmelden`,
  signInAgain: "Noch einmal öffnen",
  waiting:
    "Melden Sie sich dort an. Meldet jene Seite sich zurück, geht es von selbst weiter; sonst sagen Sie es hier.",
  blocked: "Nichts hat sich geöffnet? Der Browser hat es vielleicht blockiert.",
  openHere: "In diesem Tab anmelden und zurückkommen",
  cancel: "Abbrechen",
  signedIn: "Ich habe mich angemeldet",
  refused: (reason) => `Diese Adresse wird nicht geöffnet: ${refusals[reason]}`,
  warning: (warning, host) => warnings[warning](host),
};

export const doubt: DoubtLabels = {
  note: "Die Seite blieb stehen, während das lief. Finden Sie heraus, ob es gewirkt hat, bevor Sie wählen.",
  ran: "Es lief",
  runAgain: "Noch einmal ausführen",
  giveUp: "Aufgeben",
  outcome: "Was kam dabei heraus? Der Agent liest das (freiwillig)",
};

export const edit: EditLabels = {
  json: "Argumente, als JSON",
  review: "Änderungen ansehen",
  discard: "Änderungen verwerfen",
  again: "Mehr ändern",
  changes: "Was Sie geändert haben",
  added: "hinzugefügt",
  removed: "entfernt",
  became: "wurde zu",
  none: "Sie haben nichts geändert.",
  more: (count) => `und ${count} weitere`,
  willRun: "Was ausgeführt wird",
};

export const form: FormLabels = {
  answer: "Ihre Antwort",
  optional: "freiwillig",
  choose: "Bitte wählen …",
  other: "Etwas anderes",
  otherAnswer: (question) => `Etwas anderes: ${question}`,
  problem: describeProblem,
  problems: (count) =>
    count === 1 ? "Ein Feld braucht noch einen Blick." : `${count} Felder brauchen noch einen Blick.`,
  credentials: (field) =>
    `Das fragt nach einem Geheimnis (${field}) und wird verweigert: Was hier getippt wird, erreicht das Modell und wird aufbewahrt.`,
};

function describeProblem(problem: FieldProblem): string {
  switch (problem.kind) {
    case "required":
      return "Das wird gebraucht.";
    case "number":
      return "Das muss eine Zahl sein, etwa 1234,5, ohne Zeichen für Tausender.";
    case "digits":
      return "Diese Zahl hat mehr Ziffern, als genau aufbewahrt werden können.";
    case "integer":
      return "Das muss eine ganze Zahl sein.";
    case "json":
      return "Das muss gültiges JSON sein.";
    case "object":
      return "Das muss ein JSON-Objekt sein, in geschweiften Klammern.";
    case "email":
      return "Das muss eine E-Mail-Adresse sein.";
    case "url":
      return "Das muss eine vollständige Adresse sein, etwa https://example.com.";
    case "date":
      return "Das muss ein Datum sein.";
    case "time":
      return "Das muss eine Uhrzeit sein.";
    case "pattern":
      return "Das hat nicht die Form, die verlangt ist.";
    case "choice":
      return "Wählen Sie einen der Werte.";
    case "min":
      return `Mindestens ${problem.limit}.`;
    case "max":
      return `Höchstens ${problem.limit}.`;
    case "more-than":
      return `Mehr als ${problem.limit}.`;
    case "less-than":
      return `Weniger als ${problem.limit}.`;
    case "multiple-of":
      return `Ein Vielfaches von ${problem.limit}.`;
    case "min-length":
      return `Mindestens ${problem.limit} Zeichen.`;
    case "max-length":
      return `Höchstens ${problem.limit} Zeichen.`;
    case "min-items":
      return `Wählen Sie mindestens ${problem.limit}.`;
    case "max-items":
      return `Wählen Sie höchstens ${problem.limit}.`;
    case "said":
      return problem.message;
  }
}

const refusedAnswers = new Map([
  ["answer-invalid", "Etwas daran passt nicht zu dem, was gefragt war."],
  ["request-expired", "Die Zeit dafür ist abgelaufen."],
  ["unknown-request", "Diese Frage gibt es hier nicht mehr."],
  ["store-full", "Auf diesem Gerät ist kein Platz mehr."],
  ["store-unavailable", "Auf diesem Gerät lässt sich gerade nichts festhalten."],
  ["store-closed", "Auf diesem Gerät lässt sich gerade nichts festhalten. Laden Sie die Seite neu."],
]);
