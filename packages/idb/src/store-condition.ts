import { type ErrorRecord, HoldpointError, type StoreCondition } from "@holdpoint/core/store";
import { askToPersist, persistence } from "./persistence.ts";
import { storageManager } from "./storage-manager.ts";
import type { OnNotice } from "./store-notice.ts";
import type { Transact } from "./transact.ts";

/** Failures of the place itself, not of what was asked of it. */
const FAULTS: ReadonlySet<string> = new Set([
  "store-full",
  "store-unavailable",
  "store-blocked",
  "store-newer",
  "store-emptied",
]);

/** What a store handle knows of its place. */
export interface Condition {
  /** Runs a step, and notes what it says of the place. */
  readonly watched: Transact;
  /** Something failed, or was taken away, without a step. */
  note(error: HoldpointError): void;
  /** Something worth keeping is there now: the moment to ask that it be kept. Never fails. */
  isAtStake(): void;
  read(): Promise<StoreCondition>;
}

/** @param onChange hears when the fault, or the browser's word, is another one */
export function createCondition(transact: Transact, onChange: () => void, onNotice: OnNotice): Condition {
  let fault: ErrorRecord | undefined;
  let isAsked = false;

  function note(error: HoldpointError): void {
    if (!FAULTS.has(error.code)) return;
    // What was lost stays lost, whatever else happens to the empty place.
    if (fault?.code === "store-emptied") return;
    const { name, code, message } = error;
    const isNew = fault?.code !== code;
    fault = { name, code, message };
    if (isNew) onChange();
  }

  function noteSuccess(mode: "readonly" | "readwrite"): void {
    // Reading works on a full disk.
    if (fault === undefined || fault.code === "store-emptied" || (fault.code === "store-full" && mode === "readonly"))
      return;
    fault = undefined;
    onChange();
  }

  return {
    note,
    async watched(step) {
      try {
        const value = await transact(step);
        noteSuccess(step.mode);
        return value;
      } catch (error) {
        // A newer record is no fault of the place, as a newer database is; what the browser refused has a cause.
        if (HoldpointError.is(error) && (error.code !== "store-newer" || error.cause !== undefined)) note(error);
        throw error;
      }
    },
    isAtStake() {
      if (isAsked) return;
      isAsked = true;
      askToPersist().then(onChange, (cause: unknown) =>
        onNotice({
          code: "persist-failed",
          message: "The browser could not be asked to keep this site's data.",
          cause,
        }),
      );
    },
    async read() {
      const { usage, quota } = (await storageManager()?.estimate?.()) ?? {};
      return {
        persistence: await persistence(),
        ...(usage !== undefined && { usage }),
        ...(quota !== undefined && { quota }),
        ...(fault !== undefined && { fault }),
      };
    },
  };
}
