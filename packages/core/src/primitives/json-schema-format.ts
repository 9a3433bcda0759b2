/** The formats that are checked; any other is a remark for people (JSON Schema 2020-12, 7.2.1). All in linear time. */
const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  date: isDate,
  time: (text) => isTime(text, true),
  "date-time": (text) => /^.{10}[Tt ]/.test(text) && isDate(text.slice(0, 10)) && isTime(text.slice(11), true),
  email: (text) => /^[^\s@]{1,64}@[^\s@]{1,255}$/u.test(text) && !/^\.|\.\.|\.@|@[.-]|[.-]$/.test(text),
  uri: (text) => /^[a-z][a-z0-9+.-]*:/i.test(text) && isUrl(text),
  url: (text) => /^[a-z][a-z0-9+.-]*:/i.test(text) && isUrl(text),
  uuid: (text) => /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text),
  ipv4: (text) => /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/.test(text) && !/(?:^|\.)0\d/.test(text),
  ipv6: (text) => /^[0-9a-f:.]+$/i.test(text) && text.includes(":") && isUrl(`http://[${text}]/`),
};

/** Whether a text has a format, where the format is one that is checked. */
export function checkFormat(format: unknown, text: string): boolean {
  const check = typeof format === "string" && Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
  return check === undefined || check(text);
}

function isDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)?.map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined) return false;
  const date = new Date(Date.UTC(2000, month - 1, day));
  // 2000 stands for every leap year: `Date` reads the years 0 to 99 as 1900 to 1999.
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

function isTime(text: string, zoned: boolean): boolean {
  const found = /^(\d\d):(\d\d):(\d\d)(?:\.\d+)?([Zz]|[+-](\d\d):(\d\d))?$/.exec(text);
  if (found === null || (zoned && found[4] === undefined)) return false;
  const [hour = 0, minute = 0, second = 0] = found.slice(1, 4).map(Number);
  const isLeapSecond = second === 60 && minute === 59;
  return (
    hour < 24 &&
    minute < 60 &&
    (second < 60 || isLeapSecond) &&
    Number(found[5] ?? 0) < 24 &&
    Number(found[6] ?? 0) < 60
  );
}

function isUrl(text: string): boolean {
  try {
    new URL(text);
    return true;
  } catch {
    return false;
  }
}
