import { fact, type Fact } from "../../domain/facts/fact.ts";
import { isEmail } from "../../mapping/convert.ts";
import { visibleName } from "../../domain/names.ts";
import { isPhone } from "../sample/content.ts";
import { hasRole } from "../languages/vocabulary.ts";
import type { Role } from "../languages/words.ts";
import type { DraftContext } from "./draft.ts";
import type { ColumnStatistics } from "../sample/statistics.ts";

/** Their values are names of people. */
const NAMES: readonly Role[] = ["first_name", "last_name", "full_name"];

/** Returns a column name for messages and comments: on one line, without invisible characters. */
export function shortName(name: string): string {
  return visibleName(name.length > 60 ? `${name.slice(0, 60)}…` : name);
}

/** Returns the name of a column as a part of a fact. */
export function shownColumn({ name }: Pick<ColumnStatistics, "name">): Fact {
  return fact("column.named", { column: shortName(name) });
}

/** Returns a value as a part of a fact; one that could be about a person is not shown. */
export function shownValue(context: DraftContext, value: string): Fact {
  return isShowable(context, value) ? fact("value.shown", { value: visibleName(value) }) : fact("init.value_is_hidden", {});
}

/** Returns whether a value may appear in a comment: short, and not about a person. */
export function isShowable(context: DraftContext, value: string): boolean {
  if (value.length > 40 || value.includes("@") || isEmail(value) || isPhone(value) || /\d{5}|\d[-/.]\d+[-/.]\d/.test(value)) return false;
  const { sample, vocabulary } = context;
  return !sample.columns.some(({ name, values }) => values.has(value) && hasRole(vocabulary, name, NAMES));
}
