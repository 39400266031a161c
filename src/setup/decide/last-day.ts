import { fact, type Fact } from "../../domain/facts/fact.ts";
import { dateConverter } from "../../mapping/convert.ts";
import { isNoDate } from "../../mapping/values/no-date.ts";
import { contentOf } from "../sample/content.ts";
import { shortName } from "./examples.ts";
import type { Sample } from "../sample/sample.ts";
import { hasRole } from "../languages/vocabulary.ts";
import type { ColumnStatistics } from "../sample/statistics.ts";
import { ask, NONE, type DraftContext, type LastDay, type Option } from "./draft.ts";
import { answered } from "./candidates.ts";

/** The question for the format of the leaving dates. */
const LAST_DAY_FORMAT = "last_day_format";
/** Formats to choose from if no value shows one. */
const COMMON = ["dd.MM.yyyy", "yyyy-MM-dd", "dd/MM/yyyy", "MM/dd/yyyy"];
/** The share of rows with a date, in a column that is named like a leaving date. */
const MIN_READABLE = 0.5;

/** Returns the columns with the date on which people leave, by their names. One may be blank, because nobody has left yet. */
export function leavingDates({ sample, vocabulary }: Pick<DraftContext, "sample" | "vocabulary">): ColumnStatistics[] {
  return sample.columns.filter(
    (column) =>
      hasRole(vocabulary, column.name, ["leaving_date"]) &&
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

/**
 * Reads the last day from a column. Asks for the format if its values leave it open: a wrong one would lock out people who work here.
 * @param of the question that chose the column
 */
export function lastDayOf(context: DraftContext, column: ColumnStatistics, of: string): LastDay {
  context.used.add(column);
  const formats = formatsOf(context.sample, column);
  const format = formatOf(context, column);
  if (formats.length !== 1)
    ask(context, {
      id: LAST_DAY_FORMAT,
      part: "left",
      ask: fact("init.ask_dates", { column: shortName(column.name) }),
      options: formats.map((each) => ({ value: each, label: fact("init.answer", { answer: each }), ...hintOf(column, each) })),
      check: (text) => (dateConverter(text) === null ? fact("answer.is_not_date_format", {}) : undefined),
      answer: format,
      needed: true,
      of,
      flag: "--date-format FORMAT",
    });
  return { column: column.name, format };
}

/** Asks whether people also leave by a date if a column shows their status. Without an answer, it stays a comment. */
export function lastDayBeside(context: DraftContext): LastDay | null {
  const given = answered(context, "until");
  const chosen = given !== undefined && given !== "none" && "column" in given ? given.column : null;
  const dates = leavingDates(context);
  const [only, ...more] = dates;
  if (only !== undefined || chosen !== null)
    ask(context, {
      id: "use.until",
      part: "left",
      ask:
        more.length === 0 && only !== undefined
          ? fact("init.ask_until", { column: shortName(only.name) })
          : fact("setup.leaving_date_count", {}),
      evidence: chosen === null ? [] : whomItConcerns(context, chosen),
      options: [
        { value: NONE, label: fact("setup.no_only_status", {}) },
        ...[...new Set([...dates, ...(chosen === null ? [] : [chosen])])].map(({ name }): Option => ({
          value: name,
          label: fact("setup.column_people_whose_date", { column: shortName(name) }),
          hint: fact("init.leavers_are_deactivated_next_day", {}),
        })),
      ],
      answer: chosen?.name ?? (given !== undefined || more.length > 0 || only?.filled === 0 ? NONE : null),
      suggestion: NONE,
      of: "use.active",
      flag: "--use until=COLUMN",
    });
  return chosen === null ? null : lastDayOf(context, chosen, "use.until");
}

/** Returns the format of the last days: as answered, or the only one that its values may have; `null`: it is open. */
function formatOf({ sample, answers }: DraftContext, column: ColumnStatistics): string | null {
  const formats = formatsOf(sample, column);
  const given = answers.get(LAST_DAY_FORMAT) ?? formats.find((format) => format === answers.get("date"));
  return given !== undefined && dateConverter(given) !== null ? given : formats.length === 1 ? (formats[0] ?? null) : null;
}

/** Returns the formats that the dates of a column may have: one if its values decide. */
function formatsOf(sample: Sample, column: ColumnStatistics): readonly string[] {
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

/** Says whom the last days of a column concern. */
export function whomItConcerns(context: DraftContext, column: ColumnStatistics): Fact[] {
  const format = formatOf(context, column);
  const last = fact("setup.leaving_date_last", {});
  if (format === null) return [last];
  const read = dateConverter(format);
  const counts = { left: 0, coming: 0, unreadable: 0 };
  for (const [text, rows] of column.byCount()) {
    const day = read?.(text) ?? null;
    counts[day === null ? "unreadable" : day < context.today ? "left" : "coming"] += rows;
  }
  return [
    last,
    fact("setup.people_left", { n: counts.left }),
    fact("setup.people_leave_later", { n: counts.coming }),
    fact("setup.people_no_leaving", { n: column.rows - column.filled }),
    ...(counts.unreadable === 0 ? [] : [fact("setup.dates_cant_read", { n: counts.unreadable })]),
  ];
}

/** Returns a test for dates before today; a date that can be read in two ways must be past in both. */
function isPast({ sample, today }: DraftContext, column: ColumnStatistics): (text: string) => boolean {
  const readers = formatsOf(sample, column).flatMap((format) => dateConverter(format) ?? []);
  return (text) => {
    const days = readers.flatMap((read) => read(text) ?? []);
    return days.length > 0 && days.every((day) => day < today);
  };
}

/** Returns the number of people whose leaving date has passed. */
export function pastDates(context: DraftContext, column: ColumnStatistics): number {
  const past = isPast(context, column);
  return column.byCount().reduce((sum, [text, rows]) => sum + (past(text) ? rows : 0), 0);
}

/** Returns the number of first rows with a past leaving date by the value of another column: evidence for the meaning of codes. */
export function pastByValue(context: DraftContext, status: ColumnStatistics): ReadonlyMap<string, number> {
  const [leaving] = leavingDates(context);
  const counts = new Map<string, number>();
  if (leaving === undefined) return counts;
  const past = isPast(context, leaving);
  for (const cells of context.sample.top) {
    const [value, date] = [status, leaving].map(({ place }) => cells[place - 1]?.trim() ?? "");
    if (value !== undefined && date !== undefined && past(date)) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return counts;
}
