import { parsePhoneNumberFromString } from "libphonenumber-js";
import { isEmail, isUuid } from "../mapping/convert.ts";
import { readDates, type DateReading } from "./dates.ts";
import type { ColumnStatistics } from "./statistics.ts";

/** What the values of a column look like, whatever its name says. */
export interface Content {
  /** Shares of the filled cells, from 0 to 1. */
  emails: number;
  phones: number;
  uuids: number;
  dates: DateReading;
  /** Few enough to be listed by hand. */
  few: boolean;
  /** What stands between the items of a list; `null` where no cell holds a list, or where it cannot be told. */
  separator: string | null;
}

/** So many different values a person can look through. */
const FEW = 40;
const MOST = 0.8;
const SEPARATORS = [";", "|", ",", "\n"];

const known = new WeakMap<ColumnStatistics, Content>();

/** Looks at the values of a column; once, however often it is asked. */
export function contentOf(column: ColumnStatistics): Content {
  const before = known.get(column);
  if (before !== undefined) return before;
  const content: Content = {
    emails: column.share(isEmail),
    phones: column.share(isPhone),
    uuids: column.share(isUuid),
    dates: readDates(column.values),
    few: !column.overflow && column.distinct <= FEW,
    separator: separatorOf(column),
  };
  known.set(column, content);
  return content;
}

/** What a column holds, in a few words. */
export function kindOf(column: ColumnStatistics): string {
  const { emails, phones, uuids, dates, few, separator } = contentOf(column);
  if (column.filled === 0) return "blank";
  if (emails > MOST) return "e-mail addresses";
  if (uuids > MOST) return "uuids";
  if (dates.is === "format") return `dates, ${dates.format}`;
  if (dates.is !== "none") return "dates";
  if (phones > MOST) return "telephone numbers";
  if (separator !== null) return `lists with ${shownSeparator(separator)}`;
  if (column.unique) return "different in every row";
  return few ? `${column.distinct} ${column.distinct === 1 ? "value" : "values"}` : "texts";
}

export function shownSeparator(separator: string): string {
  return separator === "\n" ? "line breaks" : separator;
}

export function isPhone(text: string): boolean {
  return /^[+(]?[\d\s()./-]{6,24}$/.test(text) && text.replaceAll(/\D/g, "").length >= 6 && !/^\d{4}-\d{2}-\d{2}$/.test(text);
}

/** The country of telephone numbers where every one of them says it (`+34…`): the most frequent. */
export function countryOfPhones(column: ColumnStatistics): string | null {
  const countries = new Map<string, number>();
  for (const [text, count] of column.values) {
    if (!isPhone(text)) continue;
    if (!text.startsWith("+")) return null;
    const country = parsePhoneNumberFromString(text)?.country;
    if (country !== undefined) countries.set(country, (countries.get(country) ?? 0) + count);
  }
  return [...countries].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}

/** Commas stand in names and sentences too: they count only where the parts come back in other cells. */
function separatorOf(column: ColumnStatistics): string | null {
  const found = SEPARATORS.filter((mark) => column.share((value) => value.includes(mark)) > 0);
  const [only, ...more] = found;
  if (only === undefined || more.length > 0) return null;
  const items = [...column.values.keys()].flatMap((value) => value.split(only).map((item) => item.trim())).filter((item) => item !== "");
  return new Set(items).size < items.length ? only : null;
}
