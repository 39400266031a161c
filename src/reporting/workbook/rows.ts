import { fact, type Fact } from "../../domain/facts/fact.ts";
import { readableText } from "../../domain/names.ts";
import type { Removal } from "../../store/review/removals.ts";
import { endOfDay } from "../../domain/clock.ts";
import { isSigned, type Seal } from "./seal.ts";
import type { ReadCell } from "./read-file.ts";
import type { WorkbookRow } from "./read.ts";
import { READER_LANGUAGES } from "../../domain/languages.ts";
import { inLanguage } from "../locales/t.ts";
import { decisionOf } from "./known-words.ts";
import { DECISION_WORDS } from "./words.ts";

/** A valid decision of a row. */
export interface RowDecision {
  id: string;
  evidence: string;
  verdict: "approved" | "rejected";
  reason: string;
  keepUntil: Date | null;
}

export interface RowPlace {
  sheet: string;
  row: number;
  id: string | null;
}

/** The result of a row: a decision, none, or the reason why it is refused. */
export type RowMeaning = { place: RowPlace } & ({ decision: RowDecision } | { left: true } | { why: Fact });

/** A row that decides nothing, with the reason. */
export interface RefusedRow extends RowPlace {
  why: Fact;
}

/** A refused row in JSON: the reason in English, and as a fact. */
export interface RefusedRowJson extends RowPlace {
  why: string;
  fact: Fact;
}

/** The cells that decide, of a person or of a cause. */
export type Answer = Pick<WorkbookRow["cells"], "decision" | "reason" | "keepUntil">;

const mostReason = 2000;

/** Reads the decision of a person's row; checks only the row itself. */
export function meaningOf({ sheet, row, cells }: WorkbookRow, seal: Seal, key: string, now: Date): RowMeaning {
  const id = textOf(cells.removal);
  const place: RowPlace = { sheet, row, id: id === "" ? null : id };
  const answer = answerOf(cells, now);
  if ("left" in answer) return { place, left: true };
  if ("why" in answer) return { place, why: answer.why };
  if ([cells.removal, cells.person, cells.key, cells.group].some((cell) => cell?.formula === true))
    return { place, why: fact("review_row.has_formula", {}) };
  if (id === "") return { place, why: fact("review_row.lacks_removal", {}) };
  const sealed = seal.rows.get(id);
  if (sealed === undefined) return { place, why: fact("review_row.removal_unknown", {}) };
  if (!isSigned(key, seal.workbook, { id, ...sealed })) return { place, why: fact("review_row.seal_changed", {}) };
  return { place, decision: { id, evidence: sealed.evidence, ...answer } };
}

/** Reads what a row of a person or a cause answers: a decision, nothing, or the reason why it is refused. */
export function answerOf(cells: Answer, now: Date): Pick<RowDecision, "verdict" | "reason" | "keepUntil"> | { left: true } | { why: Fact } {
  const word = textOf(cells.decision);
  // A formula whose result is not stored looks blank.
  if (cells.decision?.formula === true) return { why: fact("review_row.has_formula", {}) };
  const decision = word === "" ? "later" : decisionOf(word);
  if (decision === undefined) return { why: fact("review_row.not_a_decision", { word: shortened(word), words: wordsAllowed() }) };
  if (decision === "later") return { left: true };
  if ([cells.reason, cells.keepUntil].some((cell) => cell?.formula === true)) return { why: fact("review_row.has_formula", {}) };
  const reason = readableText(textOf(cells.reason));
  if (reason === "") return { why: fact("review_row.lacks_reason", {}) };
  if (reason.length > mostReason) return { why: fact("review_row.long_reason", { characters: mostReason }) };
  const until = keepUntilOf(cells.keepUntil, now);
  if (until !== null && "code" in until) return { why: until };
  if (decision === "remove" && until !== null) return { why: fact("review_row.removes_and_keeps", {}) };
  return { verdict: decision === "remove" ? "approved" : "rejected", reason, keepUntil: until };
}

/** Returns the words for decisions in every language. */
function wordsAllowed(): string {
  return READER_LANGUAGES.map((language) =>
    Object.values(DECISION_WORDS)
      .map(([word]) => inLanguage(word, language))
      .join(", "),
  ).join("; ");
}

/** Returns the end of the day under “Keep until”, `null` for a blank cell, or the reason why it is refused. */
function keepUntilOf(cell: ReadCell | undefined, now: Date): Date | null | Fact {
  const written = textOf(cell);
  if (cell === undefined || written === "") return null;
  const day = cell.date === null ? dayIn(written) : cell.date.toISOString().slice(0, 10);
  const end = endOfDay(day);
  if (end === null) return fact("review_row.date_unclear", { written: shortened(written) });
  return end > now ? end : fact("review_row.date_passed", { day });
}

/**
 * Reads a date such as `2027-01-31`, `31.01.2027` or `31/1/2027`. With dots, the day is first everywhere. With slashes or
 * hyphens, a date that could have either order is ambiguous.
 * @returns "" if the text is not an unambiguous date
 */
function dayIn(text: string): string {
  const iso = /^(\d{4}-\d{2}-\d{2})(?:[T ]00:00(?::00)?(?:\.0+)?Z?)?$/.exec(text)?.[1];
  if (iso !== undefined) return iso;
  const [, first = "", separator = "", second = "", year = ""] = /^(\d{1,2})([./-]) ?(\d{1,2})\2 ?(\d{4})$/.exec(text) ?? [];
  const dayFirst = separator === "." || Number(first) > 12 || first === second;
  if (year === "" || (!dayFirst && Number(second) <= 12)) return "";
  const [day, month] = dayFirst ? [first, second] : [second, first];
  return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

/** Returns why a row of the sheet of causes does not show the cause that its id names, or `null`. */
export function showsOtherCause({ cells }: WorkbookRow, group: string, people: number): Fact | null {
  const isSame = comparable(textOf(cells.group)) === comparable(group) && Number(textOf(cells.people)) === people;
  return isSame ? null : fact("review_row.shows_other_cause", {});
}

/**
 * Returns why a row does not show the removal that its id names, or `null`. Sorting only some columns can put a
 * decision beside another person's id.
 */
export function showsOther({ cells }: WorkbookRow, removal: Removal): Fact | null {
  const shown = [
    ["review_row.shows_other_person", cells.person, removal.name],
    ["review_row.shows_other_key", cells.key, removal.key],
    ["review_row.shows_other_group", cells.group, removal.group_path],
  ] as const;
  const other = shown.find(([, cell, expected]) => comparable(textOf(cell)) !== comparable(expected));
  return other === undefined ? null : fact(other[0], {});
}

/**
 * Normalizes changes that spreadsheet programs make to text: numbers without leading zeros, other blanks, and decoded
 * character codes of the format.
 */
function comparable(value: string): string {
  const letters = value
    .replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "");
  return (letters === "" ? value.trim() : letters).replace(/^0+(?=.)/, "");
}

export function textOf(cell: ReadCell | undefined): string {
  return cell?.text.trim() ?? "";
}

function shortened(word: string): string {
  return word.length > 40 ? `${word.slice(0, 40)}…` : word;
}
