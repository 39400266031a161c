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
  const candidates = candidatesFor(desk, ROLES, (column, role) => {
    if (!contentOf(column).few) return "it has too many different values";
    return role === "status" || knownWords(desk, column, role).length > 0 ? undefined : "its values are neither yes nor no";
  }).filter(({ sure, column, role }) => sure || knownWords(desk, column, role).length > 0);
  const found = clearest(desk, candidates);
  if (found !== undefined) return activeOf(desk, found);
  if (candidates.length === 0) return null;
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
const PAIRS = [
  ["true", "false"],
  ["1", "0"],
  ["ja", "nein"],
  ["oui", "non"],
];

/** The other word of a yes or no of which the sample has only one: the first leaver may come later. */
function counterpart(column: ColumnStatistics, role: Role, known: readonly Word[]): Word[] {
  const [only] = known;
  if (role === "status" || only === undefined || column.distinct !== 1) return [];
  const { text, active } = only;
  const pair = PAIRS.find((words) => words.includes(text.toLowerCase()));
  const other = pair?.find((word) => word !== text.toLowerCase());
  if (other === undefined) return [];
  const as =
    text === text.toLowerCase()
      ? other
      : text === text.toUpperCase()
        ? other.toUpperCase()
        : other.charAt(0).toUpperCase() + other.slice(1);
  return [{ text: as, active: !active, why: "the opposite" }];
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
        { value: NONE, label: "I don't know", hint: "whether they are active is left as it is" },
      ],
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
      `${shownName(column.name)} has no word that is known to mean that somebody works here or has left, so there is no \`active\`.`,
    );
    return null;
  }
  const values = [...known, ...counterpart(column, role, known)].map((word) => ({
    ...word,
    why: [plural(column.values.get(word.text) ?? 0, "row"), word.why].filter((part) => part !== "").join("; "),
  }));
  return { column: column.name, values, unknown: shown, why };
}
