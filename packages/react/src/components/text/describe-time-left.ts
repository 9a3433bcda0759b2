const units = [
  { unit: "day", ms: 86_400_000, from: 172_800_000 },
  { unit: "hour", ms: 3_600_000, from: 7_200_000 },
  { unit: "minute", ms: 60_000, from: 60_000 },
] as const;

/** How far away a moment is: "in 5 minutes". At least one second. */
export function describeTimeLeft(ms: number, language = "en"): string {
  const { unit, ms: size } = units.find(({ from }) => ms >= from) ?? { unit: "second" as const, ms: 1000 };
  return new Intl.RelativeTimeFormat(language).format(Math.max(1, Math.round(ms / size)), unit);
}
