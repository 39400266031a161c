/** Writes workbooks; `read-file.ts` reads them, and no other file uses their format. */
import type { CellStyle, DataValidation, WriteSheet } from "hucre/xlsx";

/** The maximum length of a cell's text. */
const mostText = 32_000;

/** Loaded on demand, because few commands use workbooks. */
const library = () => import("hucre/xlsx");

export interface WrittenColumn {
  head: string;
  width: number;
  wrap?: boolean;
  /** `date`: cells that the reviewer fills in. */
  kind?: "text" | "number" | "date";
  validation?: Omit<DataValidation, "range">;
}

/** A sheet with a heading over each column. */
export interface WrittenTable {
  name: string;
  /** Its name in formulas and for the program; letters only. */
  id: string;
  columns: readonly WrittenColumn[];
  rows: readonly (readonly (string | number | null)[])[];
  /** The number of columns that stay visible. */
  frozen: number;
}

/** Writes a workbook: a sheet of instructions, the tables, and a hidden sheet for the import. */
export async function writeWorkbook(workbook: {
  title: string;
  about: { name: string; lines: readonly string[] };
  tables: readonly WrittenTable[];
  hidden: { name: string; lines: readonly string[] };
}): Promise<Uint8Array> {
  const { title, about, tables, hidden } = workbook;
  const { writeXlsx } = await library();
  return writeXlsx({
    properties: { title, creator: "Rollcall" },
    stringMode: "shared",
    sheets: [
      {
        name: about.name,
        columns: [{ width: 110, style: { alignment: { wrapText: true, vertical: "top" }, numFmt: "@" } }],
        rows: about.lines.map((line) => [cellOf(line)]),
        cells: new Map([["0,0", { style: { font: { bold: true, size: 16 } } }]]),
        view: { showGridLines: false },
      },
      ...tables.map(sheetOf),
      { name: hidden.name, hidden: true, columns: [{ width: 120, style: { numFmt: "@" } }], rows: hidden.lines.map((line) => [line]) },
    ],
  });
}

function sheetOf({ name, id, columns, rows: content, frozen }: WrittenTable): WriteSheet {
  const rows = [columns.map(({ head }) => head), ...content].map((row) => row.map(cellOf));
  const last = Math.max(rows.length, 2);
  return {
    name,
    columns: columns.map(({ width, wrap, kind }) => ({ width, style: styleOf(kind ?? "text", wrap === true) })),
    rows,
    freezePane: { rows: 1, columns: frozen },
    // A table has a filter, and sorting by one heading moves whole rows.
    tables: [
      {
        name: id,
        range: `A1:${letter(columns.length - 1)}${last}`,
        columns: columns.map(({ head }) => ({ name: head })),
        style: "TableStyleLight1",
      },
    ],
    dataValidations: columns.flatMap(({ validation }, i) =>
      validation === undefined ? [] : [{ ...validation, range: `${letter(i)}2:${letter(i)}${last}` }],
    ),
  };
}

/** Returns a style that keeps text as text, also after an edit. */
function styleOf(kind: "text" | "number" | "date", wrap: boolean): CellStyle {
  const numFmt = kind === "text" ? "@" : kind === "date" ? "yyyy-mm-dd" : "0";
  return { numFmt, alignment: { vertical: "top", wrapText: wrap } };
}

/** Control characters, and those that reorder text; a visible mark replaces them. */
const unprintable = /(?!\n)[\p{Cc}\u202a-\u202e\u2066-\u2069\ufffe\uffff]/gu;

/** Returns a text that is safe in a cell. */
export function cellOf(value: string | number | null): string | number | null {
  if (typeof value !== "string") return value;
  const text = value.toWellFormed().replaceAll("\r\n", "\n").replaceAll("\t", " ").replaceAll(unprintable, "\ufffd");
  // The format would turn text that looks like a character code into that character.
  return (text.length > mostText ? `${text.slice(0, mostText)}…` : text).replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, "_x005F_");
}

function letter(index: number): string {
  return index < 26 ? String.fromCodePoint(65 + index) : letter(Math.floor(index / 26) - 1) + letter(index % 26);
}
