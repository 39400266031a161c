import { fact, type Fact } from "../../domain/facts/fact.ts";
import { FileProblem } from "../../domain/problem.ts";
import { readWorkbook, tooLarge, type ReadCell, type ReadSheet } from "./read-file.ts";
import { readSeal, type Seal } from "./seal.ts";
import { columnOf } from "./known-words.ts";
import { type Column } from "./words.ts";

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
    throw new FileProblem("workbook_foreign", fact("review_workbook.unknown", {}), fact("review_workbook.keep_sheets", {}));
  }
  if (seal === "mixed")
    throw new FileProblem("workbook_tampered", fact("review_workbook.of_several", {}), fact("review_workbook.export_again", {}));
  const people = sheets.flatMap((sheet) => tableOf(sheet, ofPeople));
  if (people.length === 0) throw withoutHeadings(fact("review_workbook.no_sheet_with", { headings: [...ofPeople] }));
  const review = { seal, people: people.flat(), causes: sheets.flatMap((sheet) => tableOf(sheet, ofCauses)).flat() };
  if (textLength(review) > MAX_TEXT_LENGTH) throw tooLarge(fact("review_workbook.much_text", {}));
  return review;
}

/** Returns the characters of all rows. Many cells may share one text, and each takes its memory once it is sent. */
function textLength({ people, causes }: ReadReview): number {
  let length = 0;
  for (const { cells } of [...people, ...causes]) for (const cell of Object.values(cells)) length += cell.text.length;
  return length;
}

function withoutHeadings(what: Fact): FileProblem {
  return new FileProblem("workbook_unreadable", what, fact("review_workbook.restore_headings", {}));
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
    throw withoutHeadings(fact("review_workbook.lacks_heading", { sheet: name, headings: missing }));
  }
}

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
    const what = fact("review_workbook.heading_twice", { sheet: name, headings: [twice] });
    throw new FileProblem("workbook_unreadable", what, fact("review_workbook.rename_heading", {}));
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
