import { fact, inTurn, type Fact } from "../../domain/facts/fact.ts";
import { visibleName } from "../../domain/names.ts";
import { answered, bestOf, candidatesFor, columnNamed, onlyCandidate, optionsOf, type Candidate } from "./candidates.ts";
import { contentOf } from "../sample/content.ts";
import { ask, NONE, type ActiveUse, type DraftContext, type LastDay } from "./draft.ts";
import { isLastDay, lastDayBeside, lastDayOf, leavingDates, pastByValue, pastDates, whomItConcerns } from "./last-day.ts";
import { isShowable, shortName, shownColumn, shownValue } from "./examples.ts";
import { answerOrigin, WHY } from "../write/why.ts";
import type { ColumnStatistics } from "../sample/statistics.ts";
import type { Role } from "../languages/words.ts";
import { isPrivate } from "../languages/vocabulary.ts";

const ROLES: readonly Role[] = ["status", "active_flag", "disabled_flag"];
/** A person in a terminal answers this many questions about unknown words. */
const MAX_STATUSES = 12;

interface Word {
  text: string;
  active: boolean;
  why: string;
}

/** The column that shows who has left, or the question for it. */
type Found =
  | { status: Candidate }
  | { until: ColumnStatistics }
  | { ask: Fact; likely: readonly ColumnStatistics[]; suggestion?: string }
  | null;

/** Decides which columns show who has left: a status, a leaving date, or both. */
export function decideActive(context: DraftContext): ActiveUse | null {
  const found = findActive(context);
  askActive(context, found);
  if (found === null || "ask" in found) return null;
  if ("until" in found) return byDate(lastDayOf(context, found.until, "use.active"));
  return { ...activeOf(context, found.status), until: lastDayBeside(context) };
}

function byDate(until: LastDay): ActiveUse {
  return { column: null, values: [], unknown: [], until, why: "" };
}

/**
 * Finds the column. An unreadable status requires an answer, because without `active` a leaver who is still in the file would get an
 * account. A single unknown word is only left out, which freezes its people. A chosen leaving date decides alone if no column is
 * known to show a status.
 */
function findActive(context: DraftContext): Found {
  const given = answered(context, "active");
  const until = answered(context, "until");
  const dated = until !== undefined && until !== "none" && "column" in until ? { until: until.column } : null;
  if (given === "none") return dated;
  if (given !== undefined && "column" in given) {
    const { column } = given;
    if (isLastDay(context, column)) return { until: column };
    return { status: { column, role: roleOf(context, column), sure: true, why: answerOrigin(context, "use.active") } };
  }
  const candidates = candidatesFor(context, ROLES, (column) =>
    contentOf(column).few ? undefined : fact("init.column_has_many_values", {}),
  ).filter(({ sure, column, role }) => sure || knownWords(context, column, role).length > 0);
  const status = clearest(context, candidates);
  if (status !== undefined) return { status };
  if (candidates.length === 0) return dated ?? whoLeft(context);
  const likely = candidates.map(({ column }) => column);
  return { ask: fact("init.ask_which_status", { columns: likely.map(shownColumn) }), likely };
}

/** Asks when no column name is known: values may show a status, but a person must confirm it. */
function whoLeft(context: DraftContext): Found {
  const dates = leavingDates(context);
  const few = statusColumns(context).filter(({ distinct }) => distinct > 1);
  const likely = few.filter((column) => isStatus(context, column));
  const [only, ...more] = likely.length > 0 ? likely : dates;
  const named = context.sample.columns.some(({ name }) =>
    context.vocabulary.column(name).some(({ role, sure }) => sure && ROLES.includes(role)),
  );
  const suggestion = only === undefined ? (named ? undefined : NONE) : more.length === 0 ? only.name : undefined;
  return {
    ask: inTurn(foundFor(likely, dates), fact("init.ask_who_left", {})),
    likely: likely.length > 0 ? [...likely, ...dates] : [...dates, ...few],
    ...(suggestion === undefined ? {} : { suggestion }),
  };
}

/** Returns the columns with few enough values to list. */
function statusColumns(context: DraftContext): ColumnStatistics[] {
  const dates = leavingDates(context);
  return context.sample.columns.filter(
    (column) => column.filled > 0 && contentOf(column).few && !dates.includes(column) && !isPrivate(context.vocabulary, column.name),
  );
}

function foundFor(likely: readonly ColumnStatistics[], dates: readonly ColumnStatistics[]): Fact {
  if (likely.length > 0) return fact("init.values_look_like_status", { columns: likely.map(shownColumn), n: likely.length });
  if (dates.length === 0) return fact("init.status_is_missing", {});
  return fact("init.status_is_missing_but_dates", { columns: dates.map(shownColumn), n: dates.length });
}

function askActive(context: DraftContext, found: Found): void {
  const open = found !== null && "ask" in found ? found : null;
  const column = found === null || "ask" in found ? null : "until" in found ? found.until : found.status.column;
  const given = context.answers.has("use.active");
  const sure = found !== null && "status" in found && found.status.sure;
  ask(context, {
    id: "use.active",
    part: "left",
    ask: open?.ask ?? fact("setup.column_shows_who", {}),
    evidence: evidenceOf(context, found),
    kind: "column",
    options: [
      ...optionsOf(open?.likely ?? [], [...statusColumns(context), ...leavingDates(context), ...(column === null ? [] : [column])]),
      { value: NONE, label: fact("setup.no_column_everyone", {}) },
    ],
    check: (text) => (columnNamed(context, text) === undefined ? fact("answer.is_not_one_column", {}) : undefined),
    answer: open === null ? (column?.name ?? NONE) : null,
    confidence: given || (found !== null && "until" in found) ? "chosen" : sure ? "certain" : column === null ? "none" : "likely",
    ...(open?.suggestion === undefined ? {} : { suggestion: open.suggestion }),
    needed: true,
    flag: "--use active=COLUMN",
  });
}

function evidenceOf(context: DraftContext, found: Found): Fact[] {
  if (found !== null && "until" in found) return whomItConcerns(context, found.until);
  if (found !== null && "status" in found) {
    const { rows, filled } = found.status.column;
    return rows === filled ? [] : [fact("setup.rows_blank_people", { n: rows - filled })];
  }
  // Without a decision these people would get accounts.
  return leavingDates(context).flatMap((column) => {
    const past = pastDates(context, column);
    return [
      fact("setup.column_leaving_dates", { column: shownColumn(column) }),
      ...(past > 0 ? [inTurn(fact("setup.people_leaving_date", { n: past }), fact("setup.file_now_no", {}))] : []),
    ];
  });
}

/** Returns whether the values look like a status: words for active and left, and few unknown ones. */
function isStatus(context: DraftContext, column: ColumnStatistics): boolean {
  const known = knownWords(context, column, "status");
  const rows = known.reduce((sum, { text }) => sum + (column.values.get(text) ?? 0), 0);
  return known.some(({ active }) => active) && known.some(({ active }) => !active) && rows >= column.filled / 2;
}

/** Returns the only sure candidate; of several, the only one whose values are all known. */
function clearest(context: DraftContext, candidates: readonly Candidate[]): Candidate | undefined {
  const understood = bestOf(candidates).filter(({ column, role }) => knownWords(context, column, role).length === column.distinct);
  return onlyCandidate(candidates) ?? (understood.length === 1 ? understood[0] : undefined);
}

function roleOf(context: DraftContext, column: ColumnStatistics): Role {
  return context.vocabulary.column(column.name).find(({ role }) => ROLES.includes(role))?.role ?? "status";
}

/** Returns the opposite of a yes or no if the sample has only one of them: the first leaver may come later. */
function counterpart({ vocabulary }: DraftContext, column: ColumnStatistics, role: Role, known: readonly Word[]): Word[] {
  const [only] = known;
  if (role === "status" || only === undefined || column.distinct !== 1) return [];
  const { text, active } = only;
  return vocabulary.opposites(text).map((other) => ({ text: inCaseOf(text, other), active: !active, why: WHY.opposite }));
}

function inCaseOf(text: string, other: string): string {
  if (text === text.toLowerCase()) return other;
  return text === text.toUpperCase() ? other.toUpperCase() : other.charAt(0).toUpperCase() + other.slice(1);
}

/** Returns example words that the file doesn't have: a mapping needs some, and these match no one. */
function examplesFor(column: ColumnStatistics): Word[] {
  const examples = ["Active", "Terminated"].filter((text) => !column.values.has(text));
  return examples.map((text) => ({ text, active: text === "Active", why: WHY.example }));
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
  return status === undefined ? undefined : { active: status.active, why: status.away ? WHY.away : "" };
}

function activeOf(context: DraftContext, { column, role, why }: Candidate): ActiveUse {
  context.used.add(column);
  const known = knownWords(context, column, role);
  const unknown = column.byCount().filter(([text]) => !known.some((word) => word.text === text));
  askStatuses(context, column, known);
  const blank = column.rows - column.filled;
  const shown = unknown.map(([text, rows]) => fact("init.value_in_rows", { value: shownValue(context, text), rows }));
  if (blank > 0) shown.push(fact("init.value_in_rows", { value: fact("setup.blank", {}), rows: blank }));
  if (known.length === 0) context.remarks.push(fact("init.status_means_nothing", { column: shortName(column.name) }));
  const words = known.length === 0 ? examplesFor(column) : [...known, ...counterpart(context, column, role, known)];
  const values = words.map((word) => ({ ...word, why: WHY.inRows(column.values.get(word.text) ?? 0, word.why) }));
  return { column: column.name, values, unknown: shown, until: null, why };
}

/** Asks what each value means. The people of an unknown one stay as they are, unless someone says more. */
function askStatuses(context: DraftContext, column: ColumnStatistics, known: readonly Word[]): void {
  if (!contentOf(column).few && known.length === 0) return;
  const past = pastByValue(context, column);
  let open = 0;
  for (const [text, rows] of column.byCount()) {
    const id = `status.${text}`;
    const word = known.find((one) => one.text === text);
    const given = context.answers.get(id);
    if (word === undefined && given === undefined) open += 1;
    const gone = past.get(text) ?? 0;
    ask(context, {
      id,
      part: "left",
      value: text,
      ask: fact("init.ask_status", { column: shortName(column.name), value: shownValue(context, text), rows }),
      evidence: gone === 0 ? [] : [fact("setup.past_leaving_date", { n: gone })],
      options: [
        { value: "yes", label: fact("operation.yes", {}), hint: fact("init.accounts_are_active", {}) },
        { value: "no", label: fact("common.no", {}), hint: fact("init.leavers_are_deactivated", {}) },
        { value: NONE, label: fact("setup.dont_know", {}), hint: fact("init.people_stay_unchanged", {}) },
      ],
      ...(word !== undefined && given === undefined ? { answer: word.active ? "yes" : "no", confidence: "certain" } : {}),
      ...(given === undefined && open > MAX_STATUSES ? { answer: NONE } : {}),
      // A wrong yes creates accounts for leavers, and a wrong no deactivates people.
      suggestion: NONE,
      needed: known.length === 0,
      explicit: true,
      of: "use.active",
      flag: `--status "${isShowable(context, text) ? visibleName(text) : "WORD"}=yes"`,
    });
  }
}
