import { readableText } from "../../domain/names.ts";
import type { Removal } from "../../store/review/removals.ts";
import { endOfDay } from "../../domain/clock.ts";
import { isSigned, type Seal } from "./seal.ts";
import type { ReadCell } from "./file.ts";
import type { WorkbookRow } from "./read.ts";
import { decisionOf, workbookTexts } from "./locales.ts";

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

const mostReason = 2000;

/** Reads the decision of a row; checks only the row itself. */
export function meaningOf({ sheet, row, cells }: WorkbookRow, seal: Seal, key: string, now: Date): RowMeaning {
  const id = text(cells.removal);
  const place: RowPlace = { sheet, row, id: id === "" ? null : id };
  const formula = [cells.removal, cells.decision, cells.reason, cells.keepUntil, cells.person, cells.key, cells.group].some(
    (cell) => cell?.formula === true,
  );
  const word = text(cells.decision);
  const decision = word === "" ? "leave" : decisionOf(word);
  if (decision === undefined) return { place, why: `“${shortened(word)}” is no decision. ${wordsAllowed()}` };
  if (decision === "leave") return { place, left: true };
  if (formula) return { place, why: "It holds a formula, whose result may be an old one: write the text itself." };
  if (id === "") return { place, why: "It names no removal: the cell under “Removal” is blank." };
  const sealed = seal.rows.get(id);
  if (sealed === undefined) return { place, why: "This workbook was not made for a removal of that id." };
  if (!isSigned(key, seal.workbook, { id, ...sealed })) return { place, why: "The workbook's evidence was changed after the export." };
  const reason = readableText(text(cells.reason));
  if (reason === "") return { place, why: "It has no reason, and a decision needs one." };
  if (reason.length > mostReason) return { place, why: `Its reason is longer than ${mostReason} characters.` };
  const until = keepUntilOf(cells.keepUntil, now);
  if (typeof until === "string") return { place, why: until };
  if (decision === "approve" && until !== null)
    return { place, why: "It approves the removal and says until when the membership is kept: only one of the two can be meant." };
  const verdict = decision === "approve" ? "approved" : "rejected";
  return { place, decision: { id, evidence: sealed.evidence, verdict, reason, keepUntil: until } };
}

function wordsAllowed(): string {
  const all = Object.values(workbookTexts).map(({ decisions }) => Object.values(decisions).join(", "));
  return `Written are: ${all.join("; or ")}.`;
}

/** Returns the end of the day under “Keep until”, `null` for a blank cell, or the reason why it is refused. */
function keepUntilOf(cell: ReadCell | undefined, now: Date): Date | null | string {
  const written = text(cell);
  if (cell === undefined || written === "") return null;
  const day =
    cell.date === null
      ? (/^(\d{4}-\d{2}-\d{2})(?:[T ]00:00(?::00)?(?:\.0+)?Z?)?$/.exec(written)?.[1] ?? "")
      : cell.date.toISOString().slice(0, 10);
  const end = endOfDay(day);
  if (end === null) return `“${shortened(written)}” under “Keep until” is no day that can be read without doubt: write it as 2027-01-31.`;
  return end > now ? end : `The day under “Keep until”, ${day}, has passed.`;
}

/**
 * Returns why a row does not show the removal that its id names, or `null`. Sorting only some columns can put a
 * decision beside another person's id.
 */
export function showsOther({ cells }: WorkbookRow, removal: Removal): string | null {
  const shown = [
    ["person", cells.person, removal.name],
    ["key", cells.key, removal.key],
    ["group", cells.group, removal.group_path],
  ] as const;
  const other = shown.find(([, cell, expected]) => comparable(text(cell)) !== comparable(expected));
  return other === undefined
    ? null
    : `The row shows another ${other[0]} than that of the removal it names: were some columns sorted without the others?`;
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

function text(cell: ReadCell | undefined): string {
  return cell?.text.trim() ?? "";
}

function shortened(word: string): string {
  return word.length > 40 ? `${word.slice(0, 40)}…` : word;
}
