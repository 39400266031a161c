import { dateConverter } from "../../mapping/convert.ts";
import { isNoDate } from "../../mapping/values/no-date.ts";

/**
 * The date format that the values show. `unclear`: several formats fit all values, with different dates. `mixed`: no
 * single format fits all values.
 */
export type DateGuess = { is: "format"; format: string } | { is: "unclear"; formats: string[] } | { is: "mixed" } | { is: "none" };

/** Of two formats for the same dates, the stricter comes first. With dots, the day always comes first. */
const FORMATS = [
  "yyyy-MM-dd",
  "yyyy/MM/dd",
  "yyyy.MM.dd",
  "yyyyMMdd",
  "yyyy-M-d",
  "yyyy/M/d",
  ...["/", "-", " "].flatMap((mark) =>
    ["yyyy", "yy"].flatMap((year) => [
      `dd${mark}MM${mark}${year}`,
      `MM${mark}dd${mark}${year}`,
      `d${mark}M${mark}${year}`,
      `M${mark}d${mark}${year}`,
      ...(year === "yy" ? [`yy${mark}MM${mark}dd`] : []),
    ]),
  ),
  "dd.MM.yyyy",
  "d.M.yyyy",
  "dd.MM.yy",
  "d.M.yy",
];
/** Formats with month names or a time of day, which are slower to parse. */
const LONG_FORMATS = [
  "dd-MMM-yyyy",
  "d-MMM-yyyy",
  "dd MMM yyyy",
  "d MMM yyyy",
  "d MMMM yyyy",
  "MMM d, yyyy",
  "MMMM d, yyyy",
  "MMM dd, yyyy",
  "dd-MMM-yy",
  "yyyy-MM-dd HH:mm:ss",
  "yyyy-MM-dd HH:mm",
  "yyyy-MM-dd'T'HH:mm:ss",
  "yyyy-MM-dd'T'HH:mm:ss.SSS",
  "dd/MM/yyyy HH:mm",
  "MM/dd/yyyy HH:mm",
  "dd/MM/yyyy HH:mm:ss",
  "MM/dd/yyyy HH:mm:ss",
  "dd.MM.yyyy HH:mm",
  "dd.MM.yyyy HH:mm:ss",
];
/** Values to check; parsing month names is slow. */
const MAX_SAMPLED = 3000;
/** A date column may have a few cells that aren't dates. */
const MIN_SHARE = 0.9;

/**
 * Detects the date format. It is known only if exactly one reading is left: `05/04/1990` alone may be April or May;
 * `25/04/1990` beside it decides.
 */
export function readDates(values: ReadonlyMap<string, number>): DateGuess {
  const given = [...values.keys()].filter((value) => !isNoDate(value));
  const shaped = given.filter((value) => /^(?=.*\d.*\d)[\p{L}\p{N}.,:/ -]{6,30}$/u.test(value)).slice(0, MAX_SAMPLED);
  const seen = Math.min(given.length, MAX_SAMPLED);
  if (shaped.length < seen * MIN_SHARE || shaped.length === 0) return { is: "none" };
  const long = shaped.some((value) => /\p{L}|:/u.test(value));
  const guesses = (long ? LONG_FORMATS : FORMATS).map((format) => ({ format, dates: read(shaped, format) }));
  const understood = shaped.filter((_, index) => guesses.some(({ dates }) => dates[index] !== null)).length;
  if (understood < seen * MIN_SHARE) return { is: "none" };
  const whole = guesses.filter(({ dates }) => dates.filter((date) => date !== null).length === understood);
  const different = new Map<string, string>();
  for (const { format, dates } of whole) {
    const key = dates.join();
    if (!different.has(key)) different.set(key, format);
  }
  const formats = [...different.values()];
  const [only] = formats;
  if (only === undefined) return { is: "mixed" };
  return formats.length === 1 ? { is: "format", format: only } : { is: "unclear", formats };
}

function read(values: readonly string[], format: string): (string | null)[] {
  const convert = dateConverter(format);
  return values.map((value) => convert?.(value) ?? null);
}
