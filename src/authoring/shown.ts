import { isEmail } from "../mapping/convert.ts";
import { visibleName } from "../model/names.ts";
import { isPhone } from "./content.ts";
import type { Desk } from "./draft.ts";
import type { ColumnStatistics } from "./statistics.ts";

/** A name of a column in a sentence or a comment: on one line, and nothing in it that the eye does not see. */
export function shownName(name: string): string {
  const visible = visibleName(name.length > 60 ? `${name.slice(0, 60)}…` : name);
  return `“${visible}”`;
}

/** So many values are enough to know a column by. */
const SOME = 8;

/** `Sales (120), IT (30) and 4 more`; whatever could be somebody's name, address or number is only counted. */
export function valuesWithCounts(desk: Desk, column: ColumnStatistics): string {
  const all = column.byCount();
  const shown = all.filter(([value]) => isShowable(desk, value)).slice(0, SOME);
  const more = all.length - shown.length;
  const list = shown.map(([value, count]) => `${visibleName(value)} (${count.toLocaleString("en")})`).join(", ");
  if (list === "") return `${all.length.toLocaleString("en")} different values`;
  return more === 0 && !column.overflow ? list : `${list} and ${more.toLocaleString("en")} more`;
}

/** Whether a value of a cell may stand in a comment: short, and nothing that names a person. */
export function isShowable(desk: Desk, value: string): boolean {
  if (value.length > 40 || value.includes("@") || isEmail(value) || isPhone(value) || /\d{5}|\d[-/.]\d+[-/.]\d/.test(value)) return false;
  return !desk.sample.columns.some((column) => namesPeople(desk, column) && column.values.has(value));
}

function namesPeople(desk: Desk, { name }: ColumnStatistics): boolean {
  return desk.vocabulary.column(name).some(({ role }) => role === "first_name" || role === "last_name" || role === "full_name");
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}
