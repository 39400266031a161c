import { dateConverter } from "../mapping/convert.ts";

/**
 * How dates are written, as far as values show it. `unclear`: several formats read every value, and differently.
 * `mixed`: no single format reads what several read together.
 */
export type DateReading = { is: "format"; format: string } | { is: "unclear"; formats: string[] } | { is: "mixed" } | { is: "none" };

/** The stricter of two that mean the same stands first. Nobody writes the month first with dots. */
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
/** With names of months or a time of day, which take longer to read. */
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
/** So many values show what there is to see; names of months are read slowly. */
const ENOUGH = 3000;
/** A column of dates may have a few cells that are none. */
const MOST = 0.9;

/**
 * The format of dates. It is only known where exactly one reading is left: `05/04/1990` alone may be April or May,
 * and `25/04/1990` beside it settles it.
 */
export function readDates(values: ReadonlyMap<string, number>): DateReading {
  const shaped = [...values.keys()].filter((value) => /^(?=.*\d.*\d)[\p{L}\p{N}.,:/ -]{6,30}$/u.test(value)).slice(0, ENOUGH);
  const seen = Math.min(values.size, ENOUGH);
  if (shaped.length < seen * MOST || shaped.length === 0) return { is: "none" };
  const long = shaped.some((value) => /\p{L}|:/u.test(value));
  const readings = (long ? LONG_FORMATS : FORMATS).map((format) => ({ format, dates: read(shaped, format) }));
  const understood = shaped.filter((_, index) => readings.some(({ dates }) => dates[index] !== null)).length;
  if (understood < seen * MOST) return { is: "none" };
  const whole = readings.filter(({ dates }) => dates.filter((date) => date !== null).length === understood);
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
