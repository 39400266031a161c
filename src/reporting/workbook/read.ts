import { FileProblem } from "../../domain/problem.ts";
import { readWorkbook, tooLarge, type ReadCell, type ReadSheet } from "./read-file.ts";
import { readSeal, type Seal } from "./seal.ts";
import { t } from "../locales/t.ts";
import { columnOf, HEADS, type Column } from "./words.ts";

/** A row of an imported workbook with a removal or a cause, or with a decision but neither. */
export interface WorkbookRow {
  sheet: string;
  /** The row number in the spreadsheet program. */
  row: number;
  cells: Partial<Record<Column, ReadCell>>;
}

/** The columns that identify a decision and its removal. */
const ofPeople = ["removal", "person", "key", "group", "decision", "reason"] as const satisfies readonly [Column, ...Column[]];
/** The columns that identify a decision and its cause. */
const ofCauses = ["causeId", "group", "people", "decision", "reason"] as const satisfies readonly [Column, ...Column[]];

/** The contents of a reviewer's workbook. A reviewer may have deleted the sheet of causes. */
export interface ReadReview {
  seal: Seal;
  people: WorkbookRow[];
  causes: WorkbookRow[];
}

/** The maximum number of characters in all rows of a workbook, enough for 100,000 removals. */
const MAX_TEXT_LENGTH = 100_000_000;

/** The maximum number of rows above the headings. */
const mostAbove = 50;

/**
 * Reads the rows and the seal of a reviewer's workbook. Sheets may be renamed or moved, rows sorted or filtered, and
 * columns moved or added.
 * @throws FileProblem if it is not a workbook that Rollcall exported
 */
export async function readReview(bytes: Uint8Array): Promise<ReadReview> {
  const sheets = await readWorkbook(bytes);
  const seal = readSeal(sheets.flatMap(({ rows }) => rows.flatMap((row) => row.flatMap(({ text }) => (text.includes(":") ? [text] : [])))));
  if (seal === null) {
    throw new FileProblem(
      "workbook_foreign",
      "This is no workbook that Rollcall made, or its hidden sheet is gone. No decision was taken from it.",
      "Make a new one with `rollcall review export`, and keep all of its sheets.",
    );
  }
  if (seal === "mixed")
    throw new FileProblem(
      "workbook_tampered",
      "The workbook was put together from several. No decision was taken from it.",
      EXPORT_AGAIN_ADVICE,
    );
  const people = sheets.flatMap((sheet) => tableOf(sheet, ofPeople));
  if (people.length === 0) {
    throw new FileProblem(
      "workbook_unreadable",
      `No sheet of the workbook has all of the headings ${headings(ofPeople)} in one row. No decision was taken from it.`,
      HEADINGS_ADVICE,
    );
  }
  const review = { seal, people: people.flat(), causes: sheets.flatMap((sheet) => tableOf(sheet, ofCauses)).flat() };
  if (textLength(review) > MAX_TEXT_LENGTH) throw tooLarge("its rows have too much text");
  return review;
}

/** Returns the characters of all rows. Many cells may share one text, and each takes its memory once it is sent. */
function textLength({ people, causes }: ReadReview): number {
  let length = 0;
  for (const { cells } of [...people, ...causes]) for (const cell of Object.values(cells)) length += cell.text.length;
  return length;
}

const HEADINGS_ADVICE = "Put the headings back as they were, or make a new workbook with `rollcall review export`.";

function headings(columns: readonly Column[]): string {
  return columns.map((column) => t("report.value", { value: t(HEADS[column]) })).join(", ");
}

/**
 * Refuses a sheet of decisions that lost a heading. Ignoring it would drop its decisions without a word.
 * @param needed the heading that identifies a row comes first
 */
function refuseIncomplete({ name, rows }: ReadSheet, needed: readonly [Column, ...Column[]]): void {
  for (const row of rows.slice(0, mostAbove)) {
    const found = new Set(row.map(({ text }) => columnOf(text)));
    const missing = needed.filter((column) => !found.has(column));
    if (!found.has("decision") || !(found.has(needed[0]) || missing.length === 1)) continue;
    throw new FileProblem(
      "workbook_unreadable",
      `The sheet ${name} has lost the heading ${headings(missing)}. No decision was taken from it.`,
      HEADINGS_ADVICE,
    );
  }
}

/** What to do about a workbook that cannot be trusted. */
export const EXPORT_AGAIN_ADVICE = "Make a new one with `rollcall review export` and decide there.";

/** Returns the rows of a sheet that has the needed headings in one row, and nothing for another sheet. */
function tableOf({ name, rows }: ReadSheet, needed: readonly [Column, ...Column[]]): WorkbookRow[][] {
  const at = rows.slice(0, mostAbove).findIndex((row) => {
    const found = new Set(row.map(({ text }) => columnOf(text)));
    return needed.every((column) => found.has(column));
  });
  if (at < 0) {
    refuseIncomplete({ name, rows }, needed);
    return [];
  }
  const columns = (rows[at] ?? []).map(({ text }) => columnOf(text));
  const twice = columns.find((column, i) => column !== undefined && columns.indexOf(column) !== i);
  if (twice !== undefined) {
    throw new FileProblem(
      "workbook_unreadable",
      `The sheet ${name} has two columns ${headings([twice])}, so it is not clear which one counts. No decision was taken from it.`,
      "Give the added column another heading.",
    );
  }
  const found = rows.slice(at + 1).map((row, i): WorkbookRow => {
    const cells: WorkbookRow["cells"] = {};
    for (const [place, column] of columns.entries()) if (column !== undefined && row[place] !== undefined) cells[column] = row[place];
    return { sheet: name, row: at + i + 2, cells };
  });
  return [
    found.filter(({ cells }) =>
      [cells.removal, cells.causeId, cells.decision, cells.reason].some((cell) => cell !== undefined && cell.text.trim() !== ""),
    ),
  ];
}
