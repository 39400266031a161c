/** Words of the comments that setup writes into the files. The files are in English. */
import { shortName } from "../examples.ts";
import { contentOf } from "../content.ts";
import type { ColumnStatistics } from "../statistics.ts";

/** A column is of a kind if more than this share of its values is. */
const MIN_SHARE = 0.8;

/** Returns the name of a column in quotation marks. */
export function shownName(name: string): string {
  return `“${shortName(name)}”`;
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}

/** Returns a short description of a column's values. */
export function kindOf(column: ColumnStatistics): string {
  const { emails, phones, uuids, dates, few, separator } = contentOf(column);
  if (column.filled === 0) return "blank";
  if (emails > MIN_SHARE) return "e-mail addresses";
  if (uuids > MIN_SHARE) return "uuids";
  if (dates.is === "format") return `dates, ${dates.format}`;
  if (dates.is !== "none") return "dates";
  if (phones > MIN_SHARE) return "phone numbers";
  if (separator !== null) return `lists separated by ${shownSeparator(separator)}`;
  if (column.unique) return "different in every row";
  return few ? plural(column.distinct, "value") : "texts";
}

export function shownSeparator(separator: string): string {
  return separator === "\n" ? "line breaks" : separator;
}
