/** Numbers, dates, lists and order in the locale and time zone of the reader. */
import { currentReader } from "./reader.ts";

interface Formats {
  dayOfMonth: Intl.DateTimeFormat;
  number: Intl.NumberFormat;
  date: Intl.DateTimeFormat;
  day: Intl.DateTimeFormat;
  dateTime: Intl.DateTimeFormat;
  exactTime: Intl.DateTimeFormat;
  timeOfDay: Intl.DateTimeFormat;
  relative: Intl.RelativeTimeFormat;
  list: Intl.ListFormat;
  collator: Intl.Collator;
}

const DAY = { day: "numeric", month: "short", year: "numeric" } as const;
const SECONDS = { hour: "2-digit", minute: "2-digit", second: "2-digit" } as const;
const DAY_MS = 86_400_000;

const SIZES = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

/** A limit, because the locale comes from the browser. */
const MAX_LOCALES = 100;

const known = new Map<string, Formats>();

function formats(): Formats {
  const { locale, timeZone } = currentReader();
  const key = `${locale} ${timeZone}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  if (known.size >= MAX_LOCALES) known.clear();
  const made: Formats = {
    dayOfMonth: new Intl.DateTimeFormat(locale, { day: "numeric", timeZone }),
    number: new Intl.NumberFormat(locale, { useGrouping: true }),
    date: new Intl.DateTimeFormat(locale, { ...DAY, timeZone }),
    day: new Intl.DateTimeFormat(locale, { ...DAY, timeZone: "UTC" }),
    dateTime: new Intl.DateTimeFormat(locale, { ...DAY, hour: "2-digit", minute: "2-digit", timeZone, timeZoneName: "short" }),
    exactTime: new Intl.DateTimeFormat(locale, { ...DAY, ...SECONDS, timeZone, timeZoneName: "short" }),
    timeOfDay: new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit", timeZone, timeZoneName: "short" }),
    relative: new Intl.RelativeTimeFormat(locale, { numeric: "auto" }),
    list: new Intl.ListFormat(locale),
    collator: new Intl.Collator(locale, { numeric: true }),
  };
  known.set(key, made);
  return made;
}

/** Formats a number with the separators of the reader. */
export function number(n: number): string {
  return formats().number.format(n);
}

/** Returns the number format of the reader, for messages. */
export function numberFormat(): Intl.NumberFormat {
  return formats().number;
}

/** Formats the day of a time. A day without a time, such as `2027-01-31`, is the same day in every time zone. */
export function date(at: Date | string): string {
  const time = new Date(at);
  if (Number.isNaN(time.getTime())) return String(at);
  return (isDay(at) ? formats().day : formats().date).format(time);
}

/** Returns whether a value is a day without a time. The end of a chosen day is stored as the last millisecond of it. */
function isDay(at: Date | string): boolean {
  return /^\d{4}-\d\d-\d\d(?:T23:59:59\.999Z)?$/.test(typeof at === "string" ? at : at.toISOString());
}

/** Formats the day of the month of a time, for charts: `30`. */
export function dayOfMonth(at: Date | string): string {
  return (
    formats()
      .dayOfMonth.formatToParts(new Date(at))
      .find(({ type }) => type === "day")?.value ?? ""
  );
}

/** Formats a time with its second, which tells two runs of a minute apart. */
export function exactTime(at: string): string {
  return formats().exactTime.format(new Date(at));
}

/** Formats a time with its time zone: `30 Apr 2026, 02:30 UTC`; a day without a time as the day. */
export function dateTime(at: Date | string): string {
  const time = new Date(at);
  if (Number.isNaN(time.getTime())) return String(at);
  return isDay(at) ? date(at) : formats().dateTime.format(time);
}

/** Formats a time below a heading that names its day: `02:30 UTC`. */
export function timeOfDay(at: Date | string): string {
  return formats().timeOfDay.format(new Date(at));
}

/** Formats the days between a time and now: `today`, `yesterday`, `3 days ago`, `in 2 days`. */
export function relative(at: Date | string, now: Date): string {
  const days = Math.trunc((new Date(at).getTime() - now.getTime()) / DAY_MS);
  return Number.isNaN(days) ? String(at) : formats().relative.format(days, "day");
}

/** Formats a size in bytes: `1.5 GB`. */
export function fileSize(bytes: number): string {
  const unit = Math.min(SIZES.length - 1, Math.max(0, Math.floor(Math.log(bytes) / Math.log(1024))));
  const format = { style: "unit", unit: SIZES[unit] ?? "byte", unitDisplay: "short", maximumSignificantDigits: 3 } as const;
  return new Intl.NumberFormat(currentReader().locale, format).format(bytes / 1024 ** unit);
}

/** Joins texts: `a, b and c`. */
export function list(parts: readonly string[]): string {
  return formats().list.format(parts);
}

/** Returns the pieces of a list, so that its elements can be drawn. */
export function listParts(parts: readonly string[]): { type: "element" | "literal"; value: string }[] {
  return formats().list.formatToParts(parts);
}

/** Compares texts in the order of the reader, so that `Álvaro` sorts with `A`. */
export function compareTexts(a: string, b: string): number {
  return formats().collator.compare(a, b);
}
