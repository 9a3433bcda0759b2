import type { ErrorRecord, StorePersistence } from "@holdpoint/core";
import { describeBytes } from "../text/describe-bytes.ts";
import { noticeLabels } from "./notice-labels.ts";

/** Words about storage: what is kept here, and what is wrong with the place. */
export const storageLabels = {
  ...noticeLabels,
  title: "Storage on this device",
  loading: "Looking…",
  /** What all runs take. */
  runs: (count: number, bytes: number): string =>
    `${count === 1 ? "1 conversation" : `${count.toLocaleString("en")} conversations`}, about ${describeBytes(bytes)}`,
  /** What the site uses of what it may. */
  used: (usage: number, quota: number): string =>
    `This site uses ${describeBytes(usage)} of the ${describeBytes(quota)} it may use`,
  /** The name of the bar. */
  meter: "Room used",
  persistence: {
    granted: "The browser keeps this when its disk runs low.",
    refused: "The browser may delete this when its disk runs low. It was asked to keep it, and refused for now.",
    unasked: "The browser may delete this when its disk runs low.",
    unavailable: "The browser does not say whether it keeps this when its disk runs low.",
  } satisfies Record<StorePersistence, string> as Readonly<Record<StorePersistence, string>>,
  persist: "Ask to keep it",
  /** The list of single runs. */
  each: "By conversation",
  untitled: "Untitled",
  /** A size. */
  bytes: (bytes: number): string => describeBytes(bytes),
  prune: "Remove old conversations…",
  /** What would go. */
  willRemove: (count: number, bytes: number): string =>
    count === 1
      ? `1 conversation goes for good and makes about ${describeBytes(bytes)} free.`
      : `${count} conversations go for good and make about ${describeBytes(bytes)} free.`,
  nothingOld: "There is nothing to remove: everything here is recent, at work, or waits for you.",
  remove: "Remove for good",
  keep: "Keep",
  /** What went. */
  removed: (count: number): string =>
    count === 1 ? "1 conversation was removed." : `${count} conversations were removed.`,
  /** What is wrong with the place, and what to do about it. */
  fault: describeFault,
  /** Saves what is open on this page as a file, while the place is broken. */
  saveCopy: "Save what is open here as a file",
  copySaved: "Saved. The file can be imported again.",
  details: "Details",
};

/** Words about storage. */
export type StorageLabels = typeof storageLabels;

function describeFault({ code }: ErrorRecord): string {
  switch (code) {
    case "store-full":
      return "There is no room left on this device. What is going on waits until there is: remove old conversations, or free some space.";
    case "store-blocked":
      return "An older version of this page is open in another tab and keeps the storage busy. Close that tab or reload it.";
    case "store-newer":
      return "A newer version of this page is in use here. Reload this page to go on.";
    case "store-emptied":
      return "What was kept here has been deleted, by the browser or by clearing this site's data. What you still see is lost when you close it.";
    case "store-unavailable":
      return "The browser does not let this page keep anything at the moment: in a private window that may be so for good. Nothing goes on unkept. If it stays so, allow this site's data, or restart the browser.";
    default:
      return "What is kept on this device cannot be read at the moment.";
  }
}
