import { answered, askColumn, candidatesFor, filledColumns, standsOut, type Candidate } from "./candidates.ts";
import { contentOf } from "./content.ts";
import type { Desk, Draft } from "./draft.ts";
import { plural, shownName } from "./shown.ts";
import type { ColumnStatistics } from "./statistics.ts";
import type { Role } from "./words/words.ts";

/** A key that a few rows lack is a key; one that most lack is none. */
const NEARLY_ALL = 0.9;

/** The column that names a person for ever. Two that would serve equally well are asked about. */
export function decideKey(desk: Desk): Draft["key"] {
  const given = answered(desk, "key");
  if (given !== undefined && given !== "none" && "column" in given) return keyOf(desk, given.column, "as it was said");
  const candidates = candidatesFor(desk, ["employee_id"], ({ filled, rows }) =>
    filled < rows * NEARLY_ALL ? `only ${filled} of ${rows} rows have one` : undefined,
  );
  const found = clearest(candidates);
  if (found?.sure === true) return keyOf(desk, found.column, found.why);
  const usable = filledColumns(desk, NEARLY_ALL);
  const likely = [...candidates.map(({ column }) => column), ...usable.filter((column) => column.unique)];
  const columns = [...new Set([...likely, ...usable])];
  // A column that is named like an employee number goes before one that only looks like ids.
  const named = candidates.length > 0 ? mostUseful(candidates) : namedButBlank(desk);
  const suggestion = found?.column ?? named ?? onlyId(desk, usable);
  const several = candidates.filter(({ sure }) => sure);
  const ask =
    several.length > 1
      ? `${list(several.map(({ column }) => column))} could each be the key. Which one never changes, not even for a rehire?`
      : "Which column names a person for ever, as an employee number does?";
  askColumn(
    desk,
    { id: "key", ask, needed: true, ...(suggestion === undefined ? {} : { suggestion: suggestion.name }) },
    several.length > 1
      ? several.map(({ column }) => column)
      : [...new Set([...(suggestion === undefined ? [] : [suggestion]), ...columns])],
  );
  return null;
}

/** Of several names that are sure, the only one without a value twice: another could not be the key. */
function clearest(candidates: readonly Candidate[]): Candidate | undefined {
  const unique = candidates.filter(({ sure, column }) => sure && column.unique);
  return standsOut(candidates) ?? (unique.length === 1 ? unique[0] : undefined);
}

/** Of several that could be the key: one without a value twice, then the one with the fewest, then the first. */
function mostUseful(candidates: readonly Candidate[]): ColumnStatistics | undefined {
  const sure = candidates.filter((one) => one.sure);
  const [best] = (sure.length > 0 ? sure : candidates)
    .map(({ column }) => column)
    .toSorted((a, b) => Number(b.unique) - Number(a.unique) || a.repeated - b.repeated || b.filled - a.filled);
  return best;
}

/** A column that is named like a key, although many rows lack it: those rows are rejected, which is better than another key. */
function namedButBlank(desk: Desk): ColumnStatistics | undefined {
  const isNamed = ({ name }: ColumnStatistics): boolean =>
    desk.vocabulary.column(name).some(({ role, sure }) => role === "employee_id" && sure);
  return filledColumns(desk, 0.5).find(isNamed);
}

/** The login, or the only column that looks like ids and is named like nothing else. Addresses and dates change, or are shared. */
function onlyId(desk: Desk, columns: readonly ColumnStatistics[]): ColumnStatistics | undefined {
  const unique = columns.filter((column) => {
    const { emails, phones, dates } = contentOf(column);
    return column.unique && emails < 0.1 && phones < 0.5 && dates.is === "none";
  });
  const means = ({ name }: ColumnStatistics, role?: Role): boolean =>
    desk.vocabulary.column(name).some((meaning) => meaning.role === (role ?? meaning.role));
  const logins = unique.filter((column) => means(column, "username"));
  const numbered = unique.filter((column) => !means(column) && column.share((value) => /\d/.test(value)) > NEARLY_ALL);
  const [only, ...more] = logins.length > 0 ? logins : numbered;
  return more.length === 0 ? only : undefined;
}

function keyOf(desk: Desk, column: ColumnStatistics, why: string): Draft["key"] {
  desk.used.add(column);
  const notes = [`${why}; kept as text: 00123 is not 123`];
  const blank = column.rows - column.filled;
  if (blank > 0) notes.push(`${plural(blank, "row has", "rows have")} none: rejected, and nobody counts as absent in such a run`);
  if (column.repeated > 0)
    notes.push(`${plural(column.repeated, "value stands", "values stand")} in several rows: such rows are all rejected where they differ`);
  return { column: column.name, why: notes };
}

function list(columns: readonly ColumnStatistics[]): string {
  const names = columns.map(({ name }) => shownName(name));
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1) ?? ""}`;
}
