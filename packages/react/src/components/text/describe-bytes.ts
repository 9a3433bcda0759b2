const UNITS = [
  ["gigabyte", 1_000_000_000],
  ["megabyte", 1_000_000],
  ["kilobyte", 1000],
] as const;

/** A size a person can read; 1 kB is 1,000 bytes. */
export function describeBytes(bytes: number, language = "en"): string {
  const [unit, size] = UNITS.find(([, unitSize]) => bytes >= unitSize) ?? ["byte", 1];
  return new Intl.NumberFormat(language, {
    style: "unit",
    unit,
    unitDisplay: unit === "byte" ? "long" : "short",
    maximumFractionDigits: 1,
  }).format(bytes / size);
}
