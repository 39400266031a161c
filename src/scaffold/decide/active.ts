import { fact, inTurn, type Fact } from "../../domain/facts/fact.ts";
import { visibleName } from "../../domain/names.ts";
import { answered, askColumn, candidatesFor, type Candidate } from "./candidates.ts";
import { contentOf } from "../content.ts";
import { NONE, type ActiveUse, type DraftContext, type LastDay } from "../write/draft.ts";
import { isLastDay, lastDayBeside, lastDayOf, leavingDates } from "./last-day.ts";
import { isShowable, shortName, shownColumn, shownValue } from "../examples.ts";
import { answerOrigin, inRows, IS_AWAY, IS_EXAMPLE, IS_OPPOSITE } from "../write/why.ts";
import type { ColumnStatistics } from "../statistics.ts";
import type { Role } from "../languages/words.ts";
import { isPrivate } from "../languages/vocabulary.ts";

const ROLES: readonly Role[] = ["status", "active_flag", "disabled_flag"];
/** A person can answer this many questions; a column with more values isn't a status. */
const MAX_STATUSES = 12;

interface Word {
  text: string;
  active: boolean;
  why: string;
}

/** Decides which columns show who has left: a status, a leaving date, or both. */
export function decideActive(context: DraftContext): ActiveUse | null {
  const given = answered(context, "active");
  const chosen = given !== undefined && given !== "none" && "column" in given ? given.column : null;
  if (chosen !== null && isLastDay(context, chosen)) return byDate(lastDayOf(context, chosen));
  const until = answered(context, "until");
  const dated = until !== undefined && until !== "none" && "column" in until;
  const status = given === "none" ? null : decideStatus(context, chosen, dated);
  if (status !== null) return { ...status, until: lastDayBeside(context) };
  return dated ? byDate(lastDayOf(context, until.column)) : null;
}

function byDate(until: LastDay): ActiveUse {
  return { column: null, values: [], unknown: [], until, why: "" };
}

/**
 * Decides which column shows the status. An unreadable status requires an answer, because without `active` a leaver
 * who is still in the file would get an account. A single unknown word is only left out, which freezes its people.
 * @param dated whether a leaving date was chosen, which decides alone if no column is known to show a status
 */
function decideStatus(context: DraftContext, chosen: ColumnStatistics | null, dated: boolean): ActiveUse | null {
  if (chosen !== null)
    return activeOf(context, { column: chosen, role: roleOf(context, chosen), sure: true, why: answerOrigin(context, "use.active") });
  const candidates = candidatesFor(context, ROLES, (column) =>
    contentOf(column).few ? undefined : fact("init.column_has_many_values", {}),
  ).filter(({ sure, column, role }) => sure || knownWords(context, column, role).length > 0);
  const found = clearest(context, candidates);
  if (found !== undefined) return activeOf(context, found);
  if (candidates.length === 0) return dated ? null : askWhoLeft(context);
  askColumn(
    context,
    {
      id: "use.active",
      ask: fact("init.ask_which_status", { columns: candidates.map(({ column }) => shownColumn(column)) }),
      needed: true,
    },
    candidates.map(({ column }) => column),
  );
  return null;
}

/** Asks when no column name is known: values may show a status, but a person must confirm it. */
function askWhoLeft(context: DraftContext): null {
  const few = context.sample.columns.filter(
    (column) => column.filled > 0 && column.distinct > 1 && contentOf(column).few && !isPrivate(context.vocabulary, column.name),
  );
  const dates = leavingDates(context);
  const likely = few.filter((column) => isStatus(context, column) && !dates.includes(column));
  const [only, ...more] = likely.length > 0 ? likely : dates;
  const named = context.sample.columns.some(({ name }) =>
    context.vocabulary.column(name).some(({ role, sure }) => sure && ROLES.includes(role)),
  );
  const suggestion = only === undefined ? (named ? undefined : NONE) : more.length === 0 ? only.name : undefined;
  askColumn(
    context,
    {
      id: "use.active",
      ask: inTurn(foundFor(likely, dates), fact("init.ask_who_left", {})),
      needed: true,
      none: fact("setup.no_column_everyone", {}),
      ...(suggestion === undefined ? {} : { suggestion }),
    },
    likely.length > 0 ? [...likely, ...dates] : [...dates, ...few.filter((column) => !dates.includes(column))],
  );
  return null;
}

function foundFor(likely: readonly ColumnStatistics[], dates: readonly ColumnStatistics[]): Fact {
  if (likely.length > 0) return fact("init.values_look_like_status", { columns: likely.map(shownColumn), n: likely.length });
  if (dates.length === 0) return fact("init.status_is_missing", {});
  return fact("init.status_is_missing_but_dates", { columns: dates.map(shownColumn), n: dates.length });
}

/** Returns whether the values look like a status: words for active and left, and few unknown ones. */
function isStatus(context: DraftContext, column: ColumnStatistics): boolean {
  const known = knownWords(context, column, "status");
  const rows = known.reduce((sum, { text }) => sum + (column.values.get(text) ?? 0), 0);
  return known.some(({ active }) => active) && known.some(({ active }) => !active) && rows >= column.filled / 2;
}

/** Returns the only sure candidate; of several, the only one whose values are all known. */
function clearest(context: DraftContext, candidates: readonly Candidate[]): Candidate | undefined {
  const sure = candidates.filter((one) => one.sure);
  const best = sure.length > 0 ? sure : candidates;
  const understood = best.filter(({ column, role }) => knownWords(context, column, role).length === column.distinct);
  return best.length === 1 ? best[0] : understood.length === 1 ? understood[0] : undefined;
}

function roleOf(context: DraftContext, column: ColumnStatistics): Role {
  return context.vocabulary.column(column.name).find(({ role }) => ROLES.includes(role))?.role ?? "status";
}

/** Returns the opposite of a yes or no if the sample has only one of them: the first leaver may come later. */
function counterpart({ vocabulary }: DraftContext, column: ColumnStatistics, role: Role, known: readonly Word[]): Word[] {
  const [only] = known;
  if (role === "status" || only === undefined || column.distinct !== 1) return [];
  const { text, active } = only;
  return vocabulary.opposites(text).map((other) => ({ text: inCaseOf(text, other), active: !active, why: IS_OPPOSITE }));
}

function inCaseOf(text: string, other: string): string {
  if (text === text.toLowerCase()) return other;
  return text === text.toUpperCase() ? other.toUpperCase() : other.charAt(0).toUpperCase() + other.slice(1);
}

/** Returns example words that the file doesn't have: a mapping needs some, and these match no one. */
function examplesFor(column: ColumnStatistics): Word[] {
  const examples = ["Active", "Terminated"].filter((text) => !column.values.has(text));
  return examples.map((text) => ({ text, active: text === "Active", why: IS_EXAMPLE }));
}

function knownWords(context: DraftContext, column: ColumnStatistics, role: Role): Word[] {
  const words: Word[] = [];
  for (const [text] of column.byCount()) {
    const known = meaning(context, text, role);
    if (known !== undefined) words.push({ text, ...known });
  }
  return words;
}

function meaning(context: DraftContext, text: string, role: Role): Omit<Word, "text"> | undefined {
  const said = context.answers.get(`status.${text}`);
  if (said === NONE) return undefined;
  if (said !== undefined) return { active: said === "yes", why: answerOrigin(context, `status.${text}`) };
  const { vocabulary } = context;
  const yes = role === "status" ? undefined : vocabulary.yesNo(text);
  if (yes !== undefined) return { active: role === "active_flag" ? yes : !yes, why: "" };
  const status = role === "disabled_flag" ? undefined : vocabulary.status(text);
  return status === undefined ? undefined : { active: status.active, why: status.away ? IS_AWAY : "" };
}

function activeOf(context: DraftContext, { column, role, why }: Candidate): ActiveUse | null {
  context.used.add(column);
  const known = knownWords(context, column, role);
  const unknown = column.byCount().filter(([text]) => !known.some((word) => word.text === text));
  for (const [text, count] of unknown.slice(0, MAX_STATUSES)) {
    if (context.answers.has(`status.${text}`)) continue;
    context.questions.push({
      id: `status.${text}`,
      ask: fact("init.ask_status", { column: shortName(column.name), value: shownValue(context, text), rows: count }),
      options: [
        { value: "yes", label: fact("operation.yes", {}), hint: fact("init.accounts_are_active", {}) },
        { value: "no", label: fact("common.no", {}), hint: fact("init.leavers_are_deactivated", {}) },
        { value: NONE, label: fact("setup.dont_know", {}), hint: fact("init.people_stay_unchanged", {}) },
      ],
      // A wrong yes creates accounts for leavers, and a wrong no deactivates people.
      suggestion: NONE,
      needed: known.length === 0,
      flag: `--status "${isShowable(context, text) ? visibleName(text) : "WORD"}=yes"`,
    });
  }
  const blank = column.rows - column.filled;
  const shown = unknown.map(([text, rows]) => fact("init.value_in_rows", { value: shownValue(context, text), rows }));
  if (blank > 0) shown.push(fact("init.value_in_rows", { value: fact("setup.blank", {}), rows: blank }));
  if (known.length === 0) context.remarks.push(fact("init.status_means_nothing", { column: shortName(column.name) }));
  const words = known.length === 0 ? examplesFor(column) : [...known, ...counterpart(context, column, role, known)];
  const values = words.map((word) => ({ ...word, why: inRows(column.values.get(word.text) ?? 0, word.why) }));
  return { column: column.name, values, unknown: shown, until: null, why };
}
