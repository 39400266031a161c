/** Comments on the parts of a mapping: where each comes from, and what to check. The files are in English. */
import { visibleName } from "../../domain/names.ts";
import { isShowable } from "../decide/examples.ts";
import { isPrivate } from "../languages/vocabulary.ts";
import type { ColumnStatistics } from "../sample/statistics.ts";
import type { DraftContext } from "../decide/draft.ts";
import { plural, shownName, shownSeparator } from "./words.ts";

const MAX_EXAMPLES = 8;

/** The comments, some of which continue another one. */
export const WHY = {
  key: "the key",
  opposite: "the opposite",
  example: "an example: replace it with words from the file",
  away: "away, and stays active",
  everyone: "everyone in the file",
  answered: "from your answer; ",
  address: "no column is named like a login, so the e-mail address is used",
  ifNeeded: "; remove this line if the service doesn't need it",
  byName: (language: string) => `by its name (${language})`,
  byNameBeside: (language: string) => `by its name beside the other half (${language})`,
  inRows: (rows: number, why: string) => `${plural(rows, "row")}${why === "" ? "" : `; ${why}`}`,
  repeated: (n: number) =>
    some(n, `; ${plural(n, "name is", "names are")} in several rows: if these are different people, all of them are rejected`),
  answeredFormat: (unread: number) =>
    `the format from your answer${some(unread, `; ${plural(unread, "value does", "values do")} not fit it: these rows are rejected`)}`,
  onlyFormat: (unread: number) =>
    `every date fits this format and no other${some(unread, `, except ${plural(unread, "value")} whose rows are rejected`)}`,
  otherFormats: (formats: readonly string[]) =>
    `but every date can also be read as ${formats.join(" or ")}: correct the format and remove the comment mark`,
  hidden: "; never shown in messages, reports or logs",
  withoutLetter: (values: readonly string[]) =>
    some(values.length, `; left out, because the service has no letter for: ${values.join(", ")}`),
  answeredCountry: (country: string) => `; numbers without a prefix are from ${country}, from your answer`,
  likelyCountry: (country: string) => `; every number has a prefix; one without would be read as a number from ${country}`,
  unknownCountry: "; numbers without a prefix: replace ZZ with their country, and remove the comment mark",
};

function some(n: number, text: string): string {
  return n === 0 ? "" : text;
}

/** Returns how a field was decided: by an answer, or by a suggestion that `--yes` accepted. */
export function answerOrigin({ accepted }: DraftContext, id: string): string {
  return accepted.has(id) ? "suggested, and accepted with --yes" : "from your answer";
}

export function keyNotes({ rows, filled, repeated }: ColumnStatistics, why: string): string[] {
  const blank = rows - filled;
  return [
    `${why}; kept as text: 00123 is not 123`,
    some(blank, `${plural(blank, "row has", "rows have")} none: these rows are rejected, and no one counts as absent in such a run`),
    some(repeated, `${plural(repeated, "value is", "values are")} in several rows: rows that differ are all rejected`),
  ].filter((note) => note !== "");
}

/** Adds in how many rows the column is blank, and what that means. */
export function withBlank({ rows, filled }: ColumnStatistics, why: string, meaning = ""): string {
  return why + some(rows - filled, `; blank in ${plural(rows - filled, "row")}${meaning}`);
}

/** Returns the comment on a rule with a group for each value, item or path of a column. */
export function ofEach(
  context: DraftContext,
  column: ColumnStatistics,
  by: { path?: boolean; items?: number; separator?: string },
): string {
  const { items, separator = "" } = by;
  const isPath = by.path === true && [...column.values.keys()].some((value) => value.includes("/"));
  const listed =
    items === undefined
      ? valuesWithCounts(context, column)
      : separator === ""
        ? `${shownName(column.name)}: ${plural(items, "value")}`
        : `lists of ${plural(items, "name")}, separated by ${shownSeparator(separator)}`;
  return withBlank(column, `${listed}${isPath ? "; a / in a cell makes a deeper path" : ""}`, ", where memberships stay unchanged");
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
