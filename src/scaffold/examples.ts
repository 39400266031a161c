import { isEmail } from "../mapping/convert.ts";
import { visibleName } from "../domain/names.ts";
import { isPhone } from "./content.ts";
import type { DraftContext } from "./write/draft.ts";
import { isPrivate } from "./languages/vocabulary.ts";
import type { ColumnStatistics } from "./statistics.ts";

/** Returns a column name for messages and comments: on one line, without invisible characters. */
export function shortName(name: string): string {
  return visibleName(name.length > 60 ? `${name.slice(0, 60)}…` : name);
}

/** Returns the same in quotation marks. */
export function shownName(name: string): string {
  return `“${shortName(name)}”`;
}

const MAX_EXAMPLES = 8;

/** Returns `Sales (120), IT (30) and 4 more`; values that could be someone's name, address or number are only counted. */
export function valuesWithCounts(context: DraftContext, column: ColumnStatistics): string {
  if (isPrivate(context.vocabulary, column.name)) return "its values are not shown, because it looks sensitive";
  const all = column.byCount();
  const shown = all.filter(([value]) => isShowable(context, value)).slice(0, MAX_EXAMPLES);
  const more = all.length - shown.length;
  const list = shown.map(([value, count]) => `${visibleName(value)} (${count.toLocaleString("en")})`).join(", ");
  if (list === "") return `${all.length.toLocaleString("en")} different values`;
  return more === 0 && !column.overflow ? list : `${list} and ${more.toLocaleString("en")} more`;
}

/** Returns whether a value may appear in a comment: short, and not about a person. */
export function isShowable(context: DraftContext, value: string): boolean {
  if (value.length > 40 || value.includes("@") || isEmail(value) || isPhone(value) || /\d{5}|\d[-/.]\d+[-/.]\d/.test(value)) return false;
  return !context.sample.columns.some((column) => namesPeople(context, column) && column.values.has(value));
}

function namesPeople(context: DraftContext, { name }: ColumnStatistics): boolean {
  return context.vocabulary.column(name).some(({ role }) => role === "first_name" || role === "last_name" || role === "full_name");
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}
