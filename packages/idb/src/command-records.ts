import { RECORD_VERSION, type RunCommand, readableCommands } from "@holdpoint/core/store";
import type { Transaction, WriteTransaction } from "./database-schema.ts";

/** Commands that wait, in order of arrival. */
export async function readCommands(transaction: Transaction, runId: string): Promise<readonly RunCommand[]> {
  const records = await transaction.objectStore("commands").index("byRun").getAll(runId);
  return readableCommands(records).map(({ command }) => command);
}

/** Leaves a command, once for its id. */
export async function writeCommand(transaction: WriteTransaction, runId: string, command: RunCommand): Promise<void> {
  const store = transaction.objectStore("commands");
  const known = await store.index("byId").getKey([runId, command.id]);
  if (known === undefined) await store.add({ v: RECORD_VERSION, runId, id: command.id, command });
}

/** Consumes commands. One that is gone already is no error: the same batch again. */
export async function removeCommands(
  transaction: WriteTransaction,
  runId: string,
  ids: readonly string[],
): Promise<void> {
  const store = transaction.objectStore("commands");
  const keys = await Promise.all(ids.map(async (id) => store.index("byId").getKey([runId, id])));
  await Promise.all(keys.map(async (key) => key !== undefined && store.delete(key)));
}

export async function removeAllCommands(transaction: WriteTransaction, runId: string): Promise<void> {
  const store = transaction.objectStore("commands");
  const keys = await store.index("byRun").getAllKeys(runId);
  await Promise.all(keys.map(async (key) => store.delete(key)));
}
