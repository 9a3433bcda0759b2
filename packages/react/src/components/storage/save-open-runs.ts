import { exportOpenRuns, type Runs } from "@holdpoint/core";
import { saveFile } from "../parts/save-file.ts";

/** Saves the runs that are open here as a file, from memory: it needs nothing of the store. */
export async function saveOpenRuns(runs: Runs): Promise<void> {
  const file = await exportOpenRuns(runs);
  const day = new Date(file.exportedAt).toISOString().slice(0, 10);
  saveFile(new Blob([JSON.stringify(file)]), `conversations-${day}.json`);
}
