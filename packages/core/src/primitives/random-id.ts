/** An id nobody else makes: `prefix` and 128 random bits in hex. (`crypto.randomUUID` is there on secure pages only.) */
export function randomId(prefix: string): string {
  let id = prefix;
  for (const byte of crypto.getRandomValues(new Uint8Array(16))) id += byte.toString(16).padStart(2, "0");
  return id;
}
