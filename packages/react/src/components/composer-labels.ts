import { describeBytes } from "./text/describe-bytes.ts";

/** Words of the composer. */
export const composerLabels = {
  message: "Message",
  placeholder: "Write a message…",
  send: "Send",
  stop: "Stop",
  attach: "Attach files",
  attachments: "Attachments",
  /** Of the button at an attached file. */
  remove: (name: string): string => `Remove ${name}`,
  /** A size, from bytes. */
  bytes: (bytes: number): string => describeBytes(bytes),
  drop: "Drop files to attach them",
  /** When more files are added than may go. */
  tooMany: (limit: number): string => `At most ${limit} files go with one message.`,
  /** When a file is too large; `limit` in bytes. */
  tooLarge: (name: string, limit: number): string => `${name} is larger than ${describeBytes(limit)}.`,
  /** When neither browser nor name tell the type of a file. */
  unknownType: (name: string): string => `${name} cannot be attached: its type is not known.`,
  failed: "Your message was not sent. It is still here:",
};

/** Words of the composer. */
export type ComposerLabels = typeof composerLabels;
