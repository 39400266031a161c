import { fact, type Fact } from "../../domain/facts/fact.ts";
import { dateConverter } from "../../mapping/convert.ts";
import { isNoDate } from "../../mapping/values/no-date.ts";
import { contentOf } from "../content.ts";
import { shortName } from "../examples.ts";
import type { Sample } from "../sample.ts";
import type { ColumnStatistics } from "../statistics.ts";
import { NONE, type DraftContext, type LastDay } from "../write/draft.ts";
import { answered } from "./candidates.ts";

/** The question for the format of the leaving dates. */
export const LAST_DAY_FORMAT = "last_day_format";
/** Formats to choose from if no value shows one. */
const COMMON = ["dd.MM.yyyy", "yyyy-MM-dd", "dd/MM/yyyy", "MM/dd/yyyy"];
/** The share of rows with a date, in a column that is named like a leaving date. */
const MIN_READABLE = 0.5;

/** Returns the columns with the date on which people leave, by their names. One may be blank, because nobody has left yet. */
export function leavingDates({ sample, vocabulary }: Pick<DraftContext, "sample" | "vocabulary">): ColumnStatistics[] {
  return sample.columns.filter(
    (column) =>
      vocabulary.column(column.name).some(({ role }) => role === "leaving_date") &&
      (column.filled === 0 || hasDates(column) || COMMON.some((format) => readable(column, format) >= MIN_READABLE)),
  );
}

/** Returns whether a column that was chosen for `active` has dates instead of a status. */
export function isLastDay(context: Pick<DraftContext, "sample" | "vocabulary">, column: ColumnStatistics): boolean {
  return hasDates(column) || leavingDates(context).includes(column);
}

function hasDates(column: ColumnStatistics): boolean {
  return contentOf(column).dates.is !== "none";
}

/** Reads the last day from a column. Asks for the format if its values leave it open: a wrong one would lock out people who work here. */
export function lastDayOf(context: DraftContext, column: ColumnStatistics): LastDay {
  const { answers, questions } = context;
  context.used.add(column);
  const formats = formatsOf(context.sample, column);
  const given = answers.get(LAST_DAY_FORMAT) ?? formats.find((format) => format === answers.get("date"));
  const format = given !== undefined && dateConverter(given) !== null ? given : formats.length === 1 ? (formats[0] ?? null) : null;
  if (format === null)
    questions.push({
      id: LAST_DAY_FORMAT,
      ask: fact("init.ask_dates", { column: shortName(column.name) }),
      options: formats.map((each) => ({ value: each, label: fact("init.answer", { answer: each }), ...hintOf(column, each) })),
      check: (text) => (dateConverter(text) === null ? fact("answer.is_not_date_format", {}) : undefined),
      needed: true,
      flag: "--date-format FORMAT",
    });
  return { column: column.name, format, formats };
}

/** Asks whether people also leave by a date if a column shows their status. Without an answer, it stays a comment. */
export function lastDayBeside(context: DraftContext): LastDay | null {
  const given = answered(context, "until");
  if (given !== undefined) return given !== "none" && "column" in given ? lastDayOf(context, given.column) : null;
  const [only, ...more] = leavingDates(context);
  if (only === undefined || only.filled === 0 || more.length > 0) return null;
  context.questions.push({
    id: "use.until",
    ask: fact("init.ask_until", { column: shortName(only.name) }),
    options: [
      { value: NONE, label: fact("setup.no_only_status", {}) },
      { value: only.name, label: fact("operation.yes", {}), hint: fact("init.leavers_are_deactivated_next_day", {}) },
    ],
    suggestion: NONE,
    needed: false,
    flag: "--use until=COLUMN",
  });
  return null;
}

/** Returns the formats that the dates of a column may have: one if its values decide. */
export function formatsOf(sample: Sample, column: ColumnStatistics): readonly string[] {
  const { dates } = contentOf(column);
  if (dates.is === "format") return [dates.format];
  if (dates.is === "unclear") return dates.formats;
  const elsewhere = sample.columns.flatMap((one) => {
    const found = contentOf(one).dates;
    return found.is === "format" ? [found.format] : [];
  });
  const all = [...new Set([...elsewhere, ...COMMON])];
  if (column.filled === 0) return all;
  return all.filter((format) => readable(column, format) > 0).toSorted((a, b) => readable(column, b) - readable(column, a));
}

/** Returns the share of the dates that a format can read. */
function readable(column: ColumnStatistics, format: string): number {
  const read = dateConverter(format);
  return column.share((value) => read?.(value) != null || isNoDate(value));
}

function hintOf(column: ColumnStatistics, format: string): { hint?: Fact } {
  const lost = column.filled - Math.round(readable(column, format) * column.filled);
  return lost === 0 ? {} : { hint: fact("setup.dates_cant_read", { n: lost }) };
}
