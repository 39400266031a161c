import { fact, type Fact } from "../../domain/facts/fact.ts";
import { bestOf, candidatesFor, filledColumns, onlyCandidate, type Candidate } from "./candidates.ts";
import { decideSource } from "./source.ts";
import { contentOf } from "../sample/content.ts";
import type { DraftContext, Draft } from "./draft.ts";
import { shownColumn } from "./examples.ts";
import { keyNotes } from "../write/why.ts";
import type { ColumnStatistics } from "../sample/statistics.ts";
import { hasRole } from "../languages/vocabulary.ts";

/** A key column may be blank in a few rows only. */
const NEARLY_ALL = 0.9;

/** Decides the key: the column that identifies a person permanently. Asks if several fit equally well. */
export function decideKey(context: DraftContext): Draft["key"] {
  const source = decideSource(context, "key", {
    part: "key",
    needed: true,
    evidence: (column) => [
      fact("setup.must_never_change", {}),
      ...repeatsOf(column),
      ...(column.repeated > 0 ? [fact("setup.rows_same_key_differ_all", {})] : []),
    ],
    shown: () => {
      const candidates = candidatesFor(context, ["employee_id"], ({ filled, rows }) =>
        filled < rows * NEARLY_ALL ? fact("init.column_is_mostly_blank", { filled, rows }) : undefined,
      );
      const found = clearest(candidates);
      return found?.sure === true ? found : asking(context, candidates, found);
    },
  });
  if (source === null || !("column" in source)) return null;
  context.used.add(source.column);
  return { column: source.column.name, why: keyNotes(source.column, source.why) };
}

/** Returns the errors in the values of a column that should be different in every row. */
export function repeatsOf({ repeated, filled, rows }: ColumnStatistics): Fact[] {
  return [
    ...(repeated > 0 ? [fact("setup.values_several_rows", { n: repeated })] : []),
    ...(filled < rows ? [fact("setup.blank_rows", { n: rows - filled })] : []),
  ];
}

function asking(context: DraftContext, candidates: readonly Candidate[], found: Candidate | undefined) {
  const usable = filledColumns(context, NEARLY_ALL);
  // Prefer a column named like an employee number over one that only has ids.
  const named = candidates.length > 0 ? mostUseful(candidates) : namedButBlank(context);
  const suggestion = found?.column ?? named ?? onlyId(context, usable);
  const several = candidates.filter(({ sure }) => sure).map(({ column }) => column);
  const likely = [
    ...(suggestion === undefined ? [] : [suggestion]),
    ...candidates.map(({ column }) => column),
    ...usable.filter((column) => column.unique),
    ...usable,
  ];
  return {
    ask: several.length > 1 ? fact("init.ask_which_key", { columns: several.map(shownColumn) }) : fact("init.ask_key", {}),
    likely: several.length > 1 ? several : [...new Set(likely)],
    ...(suggestion === undefined ? {} : { suggestion }),
  };
}

/** Returns the best candidate, or the only sure one with unique values. */
function clearest(candidates: readonly Candidate[]): Candidate | undefined {
  const unique = candidates.filter(({ sure, column }) => sure && column.unique);
  return onlyCandidate(candidates) ?? (unique.length === 1 ? unique[0] : undefined);
}

/** Returns the most unique of the possible keys: unique values, then the fewest repeated ones, then the most filled. */
function mostUseful(candidates: readonly Candidate[]): ColumnStatistics | undefined {
  const [best] = bestOf(candidates)
    .map(({ column }) => column)
    .toSorted((a, b) => Number(b.unique) - Number(a.unique) || a.repeated - b.repeated || b.filled - a.filled);
  return best;
}

/** Returns a column named like a key, although many rows lack it: rejecting those rows is better than a wrong key. */
function namedButBlank(context: DraftContext): ColumnStatistics | undefined {
  const isNamed = ({ name }: ColumnStatistics): boolean =>
    context.vocabulary.column(name).some(({ role, sure }) => role === "employee_id" && sure);
  return filledColumns(context, 0.5).find(isNamed);
}

/** Returns the login, or the only unnamed column of ids. Addresses and dates don't qualify: they change or are shared. */
function onlyId(context: DraftContext, columns: readonly ColumnStatistics[]): ColumnStatistics | undefined {
  const unique = columns.filter((column) => {
    const { emails, phones, dates } = contentOf(column);
    return column.unique && emails < 0.1 && phones < 0.5 && dates.is === "none";
  });
  const { vocabulary } = context;
  const logins = unique.filter(({ name }) => hasRole(vocabulary, name, ["username"]));
  const numbered = unique.filter(
    (column) => vocabulary.column(column.name).length === 0 && column.share((value) => /\d/.test(value)) > NEARLY_ALL,
  );
  const [only, ...more] = logins.length > 0 ? logins : numbered;
  return more.length === 0 ? only : undefined;
}
