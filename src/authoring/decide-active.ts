import { visibleName } from "../model/names.ts";
import { answered, askColumn, candidatesFor, type Candidate } from "./candidates.ts";
import { contentOf } from "./content.ts";
import { NONE, type ActiveUse, type Desk } from "./draft.ts";
import { isShowable, plural, shownName } from "./shown.ts";
import type { ColumnStatistics } from "./statistics.ts";
import type { Role } from "./words/words.ts";

const ROLES: readonly Role[] = ["status", "active_flag", "disabled_flag"];
/** A person answers so many questions about words; more of them are no status. */
const MOST_WORDS = 12;

interface Word {
  text: string;
  active: boolean;
  why: string;
}

/**
 * Who works here. A status that cannot be read is a question that needs an answer, because without `active` a leaver
 * who still stands in the file would get an account. A single word that nobody knows is only left out: it freezes.
 */
export function decideActive(desk: Desk): ActiveUse | null {
  const given = answered(desk, "active");
  if (given === "none") return null;
  if (given !== undefined && "column" in given)
    return activeOf(desk, { column: given.column, role: roleOf(desk, given.column), sure: true, why: "as it was said" });
  const candidates = candidatesFor(desk, ROLES, (column) =>
    contentOf(column).few ? undefined : "it has too many different values",
  ).filter(({ sure, column, role }) => sure || knownWords(desk, column, role).length > 0);
  const found = clearest(desk, candidates);
  if (found !== undefined) return activeOf(desk, found);
  if (candidates.length === 0) return askWhoLeft(desk);
  askColumn(
    desk,
    {
      id: "use.active",
      ask: `${candidates.map(({ column }) => shownName(column.name)).join(", ")} could each say who works here. Which one does? (- means none of them: then being in the file is all there is)`,
      needed: true,
    },
    candidates.map(({ column }) => column),
  );
  return null;
}

/** No name of a column says it: values may, and nothing is written before someone has said so. */
function askWhoLeft(desk: Desk): null {
  const few = desk.sample.columns.filter((column) => column.filled > 0 && column.distinct > 1 && contentOf(column).few);
  const likely = few.filter((column) => isStatus(desk, column));
  const [only, ...more] = likely;
  const named = desk.sample.columns.some(({ name }) => desk.vocabulary.column(name).some(({ role, sure }) => sure && ROLES.includes(role)));
  const suggestion = only === undefined ? (named ? undefined : NONE) : more.length === 0 ? only.name : undefined;
  const found =
    likely.length === 0
      ? "No column is known to say who has left."
      : `${likely.map(({ name }) => shownName(name)).join(", ")} ${likely.length === 1 ? "holds" : "hold"} words of a status.`;
  askColumn(
    desk,
    {
      id: "use.active",
      ask: `${found} Which column says who has left? (- means none of them: then whoever is in the file works here)`,
      needed: true,
      none: "whoever is in the file works here",
      ...(suggestion === undefined ? {} : { suggestion }),
    },
    likely.length > 0 ? likely : few,
  );
  return null;
}

/** Whether the values are those of a status: words for both sides, and few that nobody knows. */
function isStatus(desk: Desk, column: ColumnStatistics): boolean {
  const known = knownWords(desk, column, "status");
  const rows = known.reduce((sum, { text }) => sum + (column.values.get(text) ?? 0), 0);
  return known.some(({ active }) => active) && known.some(({ active }) => !active) && rows >= column.filled / 2;
}

/** The only one that is sure; of several, the only one whose words are all known. */
function clearest(desk: Desk, candidates: readonly Candidate[]): Candidate | undefined {
  const sure = candidates.filter((one) => one.sure);
  const best = sure.length > 0 ? sure : candidates;
  const understood = best.filter(({ column, role }) => knownWords(desk, column, role).length === column.distinct);
  return best.length === 1 ? best[0] : understood.length === 1 ? understood[0] : undefined;
}

function roleOf(desk: Desk, column: ColumnStatistics): Role {
  return desk.vocabulary.column(column.name).find(({ role }) => ROLES.includes(role))?.role ?? "status";
}

/** Yes and no as the same hand writes them; `no` alone belongs to several languages. */
const OPPOSITES: Readonly<Record<string, readonly string[]>> = {
  true: ["false"],
  false: ["true"],
  "1": ["0"],
  "0": ["1"],
  "1.0": ["0.0"],
  "0.0": ["1.0"],
  "1,0": ["0,0"],
  "0,0": ["1,0"],
  yes: ["no"],
  y: ["n"],
  ja: ["nein", "nee"],
  nein: ["ja"],
  nee: ["ja"],
  oui: ["non"],
  non: ["oui"],
  sim: ["não"],
  não: ["sim"],
  sí: ["no"],
  sì: ["no"],
};

/** The other word of a yes or no of which the sample has only one: the first leaver may come later. */
function counterpart(column: ColumnStatistics, role: Role, known: readonly Word[]): Word[] {
  const [only] = known;
  if (role === "status" || only === undefined || column.distinct !== 1) return [];
  const { text, active } = only;
  return (OPPOSITES[text.toLowerCase()] ?? []).map((other) => ({ text: inCaseOf(text, other), active: !active, why: "the opposite" }));
}

function inCaseOf(text: string, other: string): string {
  if (text === text.toLowerCase()) return other;
  return text === text.toUpperCase() ? other.toUpperCase() : other.charAt(0).toUpperCase() + other.slice(1);
}

/** Words that the file does not have: a mapping needs some, and these match nobody. */
function examplesFor(column: ColumnStatistics): Word[] {
  const examples = ["Active", "Terminated"].filter((text) => !column.values.has(text));
  return examples.map((text) => ({ text, active: text === "Active", why: "an example: put the file's own words here" }));
}

function knownWords(desk: Desk, column: ColumnStatistics, role: Role): Word[] {
  const words: Word[] = [];
  for (const [text] of column.byCount()) {
    const known = meaning(desk, text, role);
    if (known !== undefined) words.push({ text, ...known });
  }
  return words;
}

function meaning(desk: Desk, text: string, role: Role): Omit<Word, "text"> | undefined {
  const said = desk.answers.get(`status.${text}`);
  if (said === NONE) return undefined;
  if (said !== undefined) return { active: said === "yes", why: "as it was said" };
  const { vocabulary } = desk;
  const yes = role === "status" ? undefined : vocabulary.yesNo(text);
  if (yes !== undefined) return { active: role === "active_flag" ? yes : !yes, why: "" };
  const status = role === "disabled_flag" ? undefined : vocabulary.status(text);
  return status === undefined ? undefined : { active: status.active, why: status.away ? "away, and stays active" : "" };
}

function activeOf(desk: Desk, { column, role, why }: Candidate): ActiveUse | null {
  desk.used.add(column);
  const known = knownWords(desk, column, role);
  const unknown = column.byCount().filter(([text]) => !known.some((word) => word.text === text));
  for (const [text, count] of unknown.slice(0, MOST_WORDS)) {
    if (desk.answers.has(`status.${text}`)) continue;
    const word = isShowable(desk, text) ? `“${visibleName(text)}”` : "a value that is not shown";
    desk.questions.push({
      id: `status.${text}`,
      ask: `${shownName(column.name)} is ${word} in ${plural(count, "row")}. Do these people work here?`,
      options: [
        { value: "yes", label: "yes", hint: "their accounts are active" },
        { value: "no", label: "no", hint: "they have left: their accounts are switched off" },
        { value: NONE, label: "I don't know", hint: "they stay as they are, and get no account" },
      ],
      // A wrong yes makes accounts for people who have left, and a wrong no switches people off.
      suggestion: NONE,
      needed: known.length === 0,
      flag: `--status "${isShowable(desk, text) ? visibleName(text) : "WORD"}=yes"`,
    });
  }
  const blank = column.rows - column.filled;
  const shown = unknown.map(
    ([text, count]) => `${isShowable(desk, text) ? `“${visibleName(text)}”` : "a value that is not shown"} (${count})`,
  );
  if (blank > 0) shown.push(`blank (${blank})`);
  if (known.length === 0) {
    desk.remarks.push(
      `No value of ${shownName(column.name)} is known to mean that somebody works here or has left: nobody gets an account, and nobody is switched off, until \`active\` lists them.`,
    );
  }
  const words = known.length === 0 ? examplesFor(column) : [...known, ...counterpart(column, role, known)];
  const values = words.map((word) => ({
    ...word,
    why: [plural(column.values.get(word.text) ?? 0, "row"), word.why].filter((part) => part !== "").join("; "),
  }));
  return { column: column.name, values, unknown: shown, why };
}
