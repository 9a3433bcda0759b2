/** A size a person can read; 1 kB is 1,000 bytes. */
export function describeBytes(bytes: number): string {
  if (bytes < 1000) return bytes === 1 ? "1 byte" : `${bytes} bytes`;
  const [unit, size] = bytes < 1_000_000 ? ["kB", 1000] : ["MB", 1_000_000];
  return `${(bytes / Number(size)).toLocaleString("en", { maximumFractionDigits: 1 })} ${unit}`;
}
