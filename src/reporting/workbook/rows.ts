import { readableText } from "../../domain/names.ts";
import type { Removal } from "../../store/review/removals.ts";
import { endOfDay } from "../../domain/clock.ts";
import { isSigned, type Seal } from "./seal.ts";
import type { ReadCell } from "./read-file.ts";
import type { WorkbookRow } from "./read.ts";
import { READER_LANGUAGES } from "../../domain/languages.ts";
import { inLanguage } from "../locales/t.ts";
import { DECISION_WORDS, decisionOf } from "./words.ts";

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
export type RowMeaning = { place: RowPlace } & ({ decision: RowDecision } | { left: true } | { why: string });

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
  if ([cells.removal, cells.person, cells.key, cells.group].some((cell) => cell?.formula === true)) return { place, why: FORMULA };
  if (id === "") return { place, why: "It names no removal: the cell under “Removal” is blank." };
  const sealed = seal.rows.get(id);
  if (sealed === undefined) return { place, why: "This workbook was not made for a removal of that id." };
  if (!isSigned(key, seal.workbook, { id, ...sealed })) return { place, why: "The workbook's evidence was changed after the export." };
  return { place, decision: { id, evidence: sealed.evidence, ...answer } };
}

const FORMULA = "It contains a formula, whose result may be outdated. Enter the text itself.";

/** Reads what a row of a person or a cause answers: a decision, nothing, or the reason why it is refused. */
export function answerOf(
  cells: Answer,
  now: Date,
): Pick<RowDecision, "verdict" | "reason" | "keepUntil"> | { left: true } | { why: string } {
  const word = textOf(cells.decision);
  const decision = word === "" ? "later" : decisionOf(word);
  if (decision === undefined) return { why: `“${shortened(word)}” is not a decision. ${wordsAllowed()}` };
  if (decision === "later") return { left: true };
  if ([cells.decision, cells.reason, cells.keepUntil].some((cell) => cell?.formula === true)) return { why: FORMULA };
  const reason = readableText(textOf(cells.reason));
  if (reason === "") return { why: "It has no reason, and a decision needs one." };
  if (reason.length > mostReason) return { why: `Its reason is longer than ${mostReason} characters.` };
  const until = keepUntilOf(cells.keepUntil, now);
  if (typeof until === "string") return { why: until };
  if (decision === "remove" && until !== null)
    return { why: "It removes the membership and also has a date under “Keep until”. Only one of them can be right." };
  return { verdict: decision === "remove" ? "approved" : "rejected", reason, keepUntil: until };
}

function wordsAllowed(): string {
  const words = READER_LANGUAGES.map((language) =>
    Object.values(DECISION_WORDS)
      .map(([word]) => inLanguage(word, language))
      .join(", "),
  );
  return `Possible words: ${words.join("; ")}.`;
}

/** Returns the end of the day under “Keep until”, `null` for a blank cell, or the reason why it is refused. */
function keepUntilOf(cell: ReadCell | undefined, now: Date): Date | null | string {
  const written = textOf(cell);
  if (cell === undefined || written === "") return null;
  const day = cell.date === null ? dayIn(written) : cell.date.toISOString().slice(0, 10);
  const end = endOfDay(day);
  if (end === null) return `“${shortened(written)}” under “Keep until” is not an unambiguous date. Enter it as 2027-01-31.`;
  return end > now ? end : `The date under “Keep until”, ${day}, has passed.`;
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
export function showsOtherCause({ cells }: WorkbookRow, group: string, people: number): string | null {
  const isSame = comparable(textOf(cells.group)) === comparable(group) && Number(textOf(cells.people)) === people;
  return isSame ? null : "The row shows another group or number of people than the cause it names. Were only some of the columns sorted?";
}

/**
 * Returns why a row does not show the removal that its id names, or `null`. Sorting only some columns can put a
 * decision beside another person's id.
 */
export function showsOther({ cells }: WorkbookRow, removal: Removal): string | null {
  const shown = [
    ["The row shows another person than the removal it names. Were only some of the columns sorted?", cells.person, removal.name],
    ["The row shows another key than the removal it names. Were only some of the columns sorted?", cells.key, removal.key],
    ["The row shows another group than the removal it names. Were only some of the columns sorted?", cells.group, removal.group_path],
  ] as const;
  const other = shown.find(([, cell, expected]) => comparable(textOf(cell)) !== comparable(expected));
  return other?.[0] ?? null;
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
