import { englishText } from "../../src/reporting/fact-text.ts";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { strToU8, zipSync } from "fflate";
import { onTestFinished } from "vitest";
import * as XLSX from "xlsx";
import { FileProblem } from "../../src/domain/problem.ts";
import type { SourceRow } from "../../src/domain/record.ts";
import { openSource, type SourceForm } from "../../src/source/open.ts";

/** A value, or a cell in the library's format: type, value, number format, formula. */
export type Value = string | number | boolean | null | { t: string; v?: string | number | boolean; z?: string; f?: string };

export interface BookOptions {
  as?: "xlsx" | "xlsb" | "biff8" | "ods";
  date1904?: boolean;
  /** Merged ranges of the first sheet, such as `A1:A3`. */
  merged?: string[];
  hidden?: string[];
}

const AUTO: SourceForm = { csv: { delimiter: null, encoding: null } };

/** Returns a workbook written by the library. */
export function bookOf(
  sheets: Record<string, Value[][]>,
  { as = "xlsx", date1904 = false, merged = [], hidden = [] }: BookOptions = {},
): Buffer {
  const book = XLSX.utils.book_new();
  for (const [name, rows] of Object.entries(sheets)) {
    const sheet = XLSX.utils.aoa_to_sheet(rows);
    if (name === Object.keys(sheets)[0]) sheet["!merges"] = merged.map((range) => XLSX.utils.decode_range(range));
    XLSX.utils.book_append_sheet(book, sheet, name);
  }
  book.Workbook = {
    WBProps: { date1904 },
    Sheets: Object.keys(sheets).map((name) => ({ Hidden: hidden.includes(name) ? 1 : 0 })),
  };
  return XLSX.write(book, { type: "buffer", bookType: as, compression: true }) as Buffer;
}

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const OFFICE = "application/vnd.openxmlformats-officedocument.spreadsheetml";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** Returns a workbook with handwritten XML for its only sheet. */
export function bookByHand(rows: string | Buffer, parts: { after?: string; strings?: string | Buffer; styles?: string } = {}): Buffer {
  const part = (name: string, type: string): string => `<Override PartName="/xl/${name}" ContentType="${OFFICE}.${type}+xml"/>`;
  const types = [part("workbook.xml", "sheet.main"), part("worksheets/sheet1.xml", "worksheet")];
  if (parts.strings !== undefined) types.push(part("sharedStrings.xml", "sharedStrings"));
  if (parts.styles !== undefined) types.push(part("styles.xml", "styles"));
  const sheet = [`<worksheet ${MAIN}><sheetData>`, rows, `</sheetData>${parts.after ?? ""}</worksheet>`];
  const link = `<Relationship Id="r1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/>`;
  return Buffer.from(
    zipSync({
      "[Content_Types].xml": strToU8(`<Types xmlns="${PACKAGE}/content-types">${types.join("")}</Types>`),
      "xl/workbook.xml": strToU8(
        `<workbook ${MAIN} xmlns:r="${RELATIONS}"><sheets><sheet name="People" sheetId="1" r:id="r1"/></sheets></workbook>`,
      ),
      "xl/_rels/workbook.xml.rels": strToU8(`<Relationships xmlns="${PACKAGE}/relationships">${link}</Relationships>`),
      "xl/worksheets/sheet1.xml": Buffer.concat(sheet.map((piece) => Buffer.from(piece))),
      ...(parts.strings === undefined ? {} : { "xl/sharedStrings.xml": Buffer.from(parts.strings) }),
      ...(parts.styles === undefined ? {} : { "xl/styles.xml": strToU8(parts.styles) }),
    }),
  );
}

/** Returns a cell with an inline text, for `bookByHand`. */
export function inline(at: string, text: string): string {
  return `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;
}

/** Writes a file that is deleted after the test. */
export function fileOf(content: string | Uint8Array, name = "people.xlsx"): string {
  const folder = mkdtempSync(join(tmpdir(), "rollcall-xlsx-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

export interface Read {
  header: string[];
  rows: SourceRow[];
  cells: SourceRow["cells"][];
  numbers: number[];
  sha256: string;
}

export async function readBook(file: string, xlsx: { sheet?: string; headerRow?: number } = {}, columns: string[] = []): Promise<Read> {
  const source = await openSource(file, { ...AUTO, xlsx: { sheet: null, headerRow: null, ...xlsx } }, columns);
  const rows: SourceRow[] = [];
  for await (const batch of source.rows(7)) rows.push(...batch);
  return {
    header: source.header,
    rows,
    cells: rows.map((row) => row.cells),
    numbers: rows.map((row) => row.row),
    sha256: source.sha256(),
  };
}

/** Reads the only sheet of a workbook. */
export async function readRows(rows: Value[][], options?: BookOptions, columns?: string[]): Promise<Read> {
  return readBook(fileOf(bookOf({ People: rows }, options)), {}, columns);
}

/** Returns why a file is refused, without its path. */
export async function refusalOf(
  work: Promise<unknown>,
  file: string,
): Promise<{ code: string; message: string; next: string | undefined }> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof FileProblem)) throw new Error(`expected a FileProblem, got ${String(error)}`);
  return {
    code: error.code,
    message: englishText(error.fact).replace(`${file}: `, "").replace("; nothing was changed", ""),
    next: error.next && englishText(error.next),
  };
}

/** Resolves when all child processes have exited. */
export async function ended(): Promise<void> {
  while (process.getActiveResourcesInfo().includes("ProcessWrap")) await new Promise((resolve) => setTimeout(resolve, 10));
}
