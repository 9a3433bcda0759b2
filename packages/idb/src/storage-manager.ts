/** The browser's storage manager; there is none on servers and in insecure contexts. */
export function storageManager(): Partial<StorageManager> | undefined {
  return globalThis.navigator?.storage;
}
