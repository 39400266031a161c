import { parsePhoneNumberFromString } from "libphonenumber-js";
import { isEmail, isUuid } from "../../mapping/convert.ts";
import { readDates, type DateGuess } from "./dates.ts";
import type { ColumnStatistics } from "./statistics.ts";

/** The shape of a column's values, regardless of its name. */
export interface Content {
  /** Shares of the filled cells, from 0 to 1. */
  emails: number;
  phones: number;
  uuids: number;
  dates: DateGuess;
  /** Whether there are few enough distinct values to list by hand. */
  few: boolean;
  /** The separator of lists in cells; `null` if there are none, or it is unclear. */
  separator: string | null;
}

/** Distinct values that a person can review. */
const MAX_DISTINCT = 40;
const SEPARATORS = [";", "|", ",", "\n"];

const known = new WeakMap<ColumnStatistics, Content>();

/** Analyzes the values of a column, and caches the result. */
export function contentOf(column: ColumnStatistics): Content {
  const before = known.get(column);
  if (before !== undefined) return before;
  const content: Content = {
    emails: column.share(isEmail),
    phones: column.share(isPhone),
    uuids: column.share(isUuid),
    dates: readDates(column.values),
    few: !column.overflow && column.distinct <= MAX_DISTINCT,
    separator: separatorOf(column),
  };
  known.set(column, content);
  return content;
}

export function isPhone(text: string): boolean {
  return /^[+(]?[\d\s()./-]{6,24}$/.test(text) && text.replaceAll(/\D/g, "").length >= 6 && !/^\d{4}-\d{2}-\d{2}$/.test(text);
}

/** Returns the most frequent country of phone numbers, if all have a prefix (`+34…`). */
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

/** A comma also occurs in names and sentences, so a separator counts only if items repeat. */
function separatorOf(column: ColumnStatistics): string | null {
  const found = SEPARATORS.filter((mark) => column.share((value) => value.includes(mark)) > 0);
  const [only, ...more] = found;
  if (only === undefined || more.length > 0) return null;
  const items = [...column.values.keys()].flatMap((value) => value.split(only).map((item) => item.trim())).filter((item) => item !== "");
  return new Set(items).size < items.length ? only : null;
}
