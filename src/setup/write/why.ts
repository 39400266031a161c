/** Comments on the parts of a mapping: where each comes from, and what to check. The files are in English. */
import { visibleName } from "../../domain/names.ts";
import { isShowable } from "../decide/examples.ts";
import { isPrivate } from "../languages/vocabulary.ts";
import type { ColumnStatistics } from "../sample/statistics.ts";
import type { DraftContext } from "../decide/draft.ts";
import { plural, shownName, shownSeparator } from "./words.ts";

const MAX_EXAMPLES = 8;

export const IS_KEY = "the key";
export const IS_OPPOSITE = "the opposite";
export const IS_EXAMPLE = "an example: replace it with words from the file";
export const IS_AWAY = "away, and stays active";
export const IS_EVERYONE = "everyone in the file";
export const IS_ADDRESS = "no column is named like a login, so the e-mail address is used";
export const IF_NEEDED = "remove this line if the service doesn't need it";

/** Returns how a field was decided: by an answer, or by a suggestion that `--yes` accepted. */
export function answerOrigin({ accepted }: DraftContext, id: string): string {
  return accepted.has(id) ? "suggested, and accepted with --yes" : "from your answer";
}

export function byName(language: string): string {
  return `by its name (${language})`;
}

export function byNameBeside(language: string): string {
  return `by its name beside the other half (${language})`;
}

export function keyNotes({ rows, filled, repeated }: ColumnStatistics, why: string): string[] {
  const blank = rows - filled;
  return [
    `${why}; kept as text: 00123 is not 123`,
    ...(blank === 0
      ? []
      : [`${plural(blank, "row has", "rows have")} none: these rows are rejected, and no one counts as absent in such a run`]),
    ...(repeated === 0 ? [] : [`${plural(repeated, "value is", "values are")} in several rows: rows that differ are all rejected`]),
  ];
}

export function inRows(rows: number, why: string): string {
  return why === "" ? plural(rows, "row") : `${plural(rows, "row")}; ${why}`;
}

export function withBlank({ rows, filled }: ColumnStatistics, why: string): string {
  return filled === rows ? why : `${why}; blank in ${plural(rows - filled, "row")}`;
}

export function withRepeated({ repeated }: ColumnStatistics, why: string): string {
  return repeated === 0
    ? why
    : `${why}; ${plural(repeated, "name is", "names are")} in several rows: if these are different people, all of them are rejected`;
}

/** @param unread the number of values that are not dates in this format */
export function answeredFormat(unread: number): string {
  return `the format from your answer${unread === 0 ? "" : `; ${plural(unread, "value does", "values do")} not fit it: these rows are rejected`}`;
}

export function onlyFormat(unread: number): string {
  return `every date fits this format and no other${unread === 0 ? "" : `, except ${plural(unread, "value")} whose rows are rejected`}`;
}

export function otherFormats(formats: readonly string[]): string {
  return `but every date can also be read as ${formats.join(" or ")}: correct the format and remove the comment mark`;
}

export function birthDate(why: string, format: string): string {
  return `${why}, ${format}; never shown in messages, reports or logs`;
}

export function withoutLetter(why: string, values: readonly string[]): string {
  return values.length === 0 ? why : `${why}; left out, because the service has no letter for: ${values.join(", ")}`;
}

export function answeredCountry(why: string, country: string): string {
  return `${why}; numbers without a prefix are from ${country}, from your answer`;
}

export function likelyCountry(why: string, country: string): string {
  return `${why}; every number has a prefix; one without would be read as a number from ${country}`;
}

export function unknownCountry(why: string): string {
  return `${why}; numbers without a prefix: replace ZZ with their country, and remove the comment mark`;
}

export function answeredRule(context: DraftContext, column: ColumnStatistics): string {
  return `from your answer; ${ofEachValue(context, column)}`;
}

export function ofEachValue(context: DraftContext, column: ColumnStatistics): string {
  return withFrozen(column, valuesWithCounts(context, column));
}

export function ofEachPath(context: DraftContext, column: ColumnStatistics): string {
  const slash = [...column.values.keys()].some((value) => value.includes("/")) ? "; a / in a cell makes a deeper path" : "";
  return withFrozen(column, valuesWithCounts(context, column) + slash);
}

export function ofEachItem(column: ColumnStatistics, items: number, separator: string): string {
  return withFrozen(column, `lists of ${plural(items, "name")}, separated by ${shownSeparator(separator)}`);
}

export function ofEachName(column: ColumnStatistics): string {
  return withFrozen(column, `${shownName(column.name)}: ${plural(column.distinct, "value")}`);
}

function withFrozen({ rows, filled }: ColumnStatistics, why: string): string {
  return filled === rows ? why : `${why}; blank in ${plural(rows - filled, "row")}, where memberships stay unchanged`;
}

/** Returns `Sales (120), IT (30) and 4 more`; values that could be someone's name, address or number are only counted. */
function valuesWithCounts(context: DraftContext, column: ColumnStatistics): string {
  if (isPrivate(context.vocabulary, column.name)) return "its values are not shown, because it looks sensitive";
  const all = column.byCount();
  const shown = all.filter(([value]) => isShowable(context, value)).slice(0, MAX_EXAMPLES);
  const more = all.length - shown.length;
  const list = shown.map(([value, count]) => `${visibleName(value)} (${count.toLocaleString("en")})`).join(", ");
  if (list === "") return `${all.length.toLocaleString("en")} different values`;
  return more === 0 && !column.overflow ? list : `${list} and ${more.toLocaleString("en")} more`;
}
