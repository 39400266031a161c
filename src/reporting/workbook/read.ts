import { FileProblem } from "../../domain/problem.ts";
import { readWorkbook, type ReadCell, type ReadSheet } from "./file.ts";
import { readSeal, type Seal } from "./seal.ts";
import { columnOf, workbookTexts, type Column } from "./locales.ts";

/** A row of an imported workbook with a removal, or with a decision but no removal. */
export interface WorkbookRow {
  sheet: string;
  /** The row number in the spreadsheet program. */
  row: number;
  cells: Partial<Record<Column, ReadCell>>;
}

/** The columns that identify a decision and its removal. */
const needed = ["removal", "person", "key", "group", "decision", "reason"] as const satisfies readonly Column[];

/** The maximum number of rows above the headings. */
const mostAbove = 50;

/**
 * Reads the rows and the seal of a reviewer's workbook. Sheets may be renamed or moved, rows sorted or filtered, and
 * columns moved or added.
 * @throws FileProblem if it is not a workbook that Rollcall exported
 */
export async function readReview(bytes: Uint8Array): Promise<{ seal: Seal; rows: WorkbookRow[] }> {
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
  const tables = sheets.flatMap(tableOf);
  if (tables.length === 0) {
    const heads = needed.map((column) => `“${workbookTexts.en.heads[column]}”`).join(", ");
    throw new FileProblem(
      "workbook_unreadable",
      `No sheet of the workbook has all of the headings ${heads} in one row. No decision was taken from it.`,
      "Put the headings back as they were, or make a new workbook with `rollcall review export`.",
    );
  }
  return { seal, rows: tables.flat() };
}

/** What to do about a workbook that cannot be trusted. */
export const EXPORT_AGAIN_ADVICE = "Make a new one with `rollcall review export` and decide there.";

function tableOf({ name, rows }: ReadSheet): WorkbookRow[][] {
  const at = rows.slice(0, mostAbove).findIndex((row) => {
    const found = new Set(row.map(({ text }) => columnOf(text)));
    return needed.every((column) => found.has(column));
  });
  if (at < 0) return [];
  const columns = (rows[at] ?? []).map(({ text }) => columnOf(text));
  const twice = columns.find((column, i) => column !== undefined && columns.indexOf(column) !== i);
  if (twice !== undefined) {
    throw new FileProblem(
      "workbook_unreadable",
      `On the sheet ${name} the column “${workbookTexts.en.heads[twice]}” stands twice, and nobody can say which one counts. No decision was taken.`,
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
      [cells.removal, cells.decision, cells.reason].some((cell) => cell !== undefined && cell.text.trim() !== ""),
    ),
  ];
}
