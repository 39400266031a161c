/** Words of the comments that setup writes into the files. The files are in English. */
import { shortName } from "../decide/examples.ts";
import { contentOf } from "../sample/content.ts";
import type { ColumnStatistics } from "../sample/statistics.ts";

/** A column is of a kind if more than this share of its values is. */
const MIN_SHARE = 0.8;
/** Only a prefix or groups of digits tell a phone number from other numbers, such as that of a manager. */
const LIKE_PHONE = /^[+(]|\d[\s/.-]+\d|^0\d{8}/;

/** Returns the name of a column in quotation marks. */
export function shownName(name: string): string {
  return `“${shortName(name)}”`;
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}

export type ColumnKind = "blank" | "emails" | "uuids" | "dates" | "phones" | "lists" | "unique" | "few_values" | "texts";

/** Returns the kind of a column's values, as JSON has it. */
export function kindOf(column: ColumnStatistics): ColumnKind {
  const { emails, phones, uuids, dates, few, separator } = contentOf(column);
  if (column.filled === 0) return "blank";
  if (emails > MIN_SHARE) return "emails";
  if (uuids > MIN_SHARE) return "uuids";
  if (dates.is !== "none") return "dates";
  if (phones > MIN_SHARE && column.share((value) => LIKE_PHONE.test(value)) > MIN_SHARE) return "phones";
  if (separator !== null) return "lists";
  if (column.unique) return "unique";
  return few ? "few_values" : "texts";
}

/** Returns a short description of a column's values. */
export function kindText(column: ColumnStatistics): string {
  const { dates, separator } = contentOf(column);
  const texts: Readonly<Record<ColumnKind, string>> = {
    blank: "blank",
    emails: "e-mail addresses",
    uuids: "uuids",
    dates: dates.is === "format" ? `dates, ${dates.format}` : "dates",
    phones: "phone numbers",
    lists: `lists separated by ${shownSeparator(separator ?? "")}`,
    unique: "different in every row",
    few_values: plural(column.distinct, "value"),
    texts: "texts",
  };
  return texts[kindOf(column)];
}

export function shownSeparator(separator: string): string {
  return separator === "\n" ? "line breaks" : separator;
}
