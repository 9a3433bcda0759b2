import type { ComposerLabels } from "../../components/composer-labels.ts";
import { describeBytes } from "../../components/text/describe-bytes.ts";

export const composer: ComposerLabels = {
  message: "Nachricht",
  placeholder: "Nachricht schreiben …",
  send: "Senden",
  stop: "Anhalten",
  attach: "Dateien anhängen",
  attachments: "Anhänge",
  remove: (name) => `${name} entfernen`,
  bytes: (bytes) => describeBytes(bytes, "de"),
  drop: "Dateien hier ablegen, um sie anzuhängen",
  tooMany: (limit) => `Mit einer Nachricht gehen höchstens ${limit} Dateien.`,
  tooLarge: (name, limit) => `${name} ist größer als ${describeBytes(limit, "de")}.`,
  unknownType: (name) => `${name} kann nicht angehängt werden: Der Dateityp ist unbekannt.`,
  failed: "Ihre Nachricht wurde nicht gesendet. Sie steht noch hier:",
};
