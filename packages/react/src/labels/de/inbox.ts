import type { InboxLabels } from "../../components/inbox-labels.ts";

export const inbox: InboxLabels = {
  title: "Wartet auf Sie",
  empty: "Nichts wartet auf Sie.",
  loading: "Wird geladen …",
  failed: "Das kann gerade nicht gezeigt werden.",
  queue: "Durchgehen, was wartet",
  previous: "Zurück",
  next: "Weiter",
  position: (at, all) => `${at} von ${all}`,
  open: "Gespräch öffnen",
  asked: (at) => `Gefragt am ${new Date(at).toLocaleString("de", { dateStyle: "medium", timeStyle: "short" })}`,
  count: (count) => (count === 1 ? "1 Frage wartet auf Sie." : `${count} Fragen warten auf Sie.`),
};
