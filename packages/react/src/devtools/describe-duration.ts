/** A time span a person can compare: "340 ms", "2.4 s", "3 min". */
export function describeDuration(ms: number, language = "en"): string {
  const [unit, size] = ms < 1000 ? ["millisecond", 1] : ms < 60_000 ? ["second", 1000] : ["minute", 60_000];
  return new Intl.NumberFormat(language, {
    style: "unit",
    unit: String(unit),
    unitDisplay: "short",
    maximumFractionDigits: unit === "second" ? 1 : 0,
  }).format(ms / Number(size));
}

/** A moment of the day to the millisecond: two events often lie within one second. */
export function describeMoment(at: number, language = "en"): string {
  return new Date(at).toLocaleTimeString(language, {
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    fractionalSecondDigits: 3,
    hour12: false,
  });
}
