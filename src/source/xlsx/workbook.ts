import { constants } from "node:buffer";
import * as XLSX from "xlsx";
import { fact, inTurn, someFacts } from "../../domain/facts/fact.ts";
import { shownText } from "../../domain/names.ts";
import { nearest } from "../../domain/nearest.ts";
import { FileProblem } from "../../domain/problem.ts";
import { unusable } from "../unusable.ts";
import type { Cell } from "./cell.ts";
import { CONTAINER, hasPassword, refuseCutContainer } from "./container.ts";
import { notAWorkbook, noWorkbook } from "./other.ts";
import { partsOf, type Parts } from "./parts.ts";
import { Archive, encrypted } from "./zip.ts";

/** Cells by row and column; empty rows and cells are array holes. */
export interface Sheet {
  name: string;
  rows: (Cell[] | undefined)[];
  merges: { s: { r: number; c: number }; e: { r: number; c: number } }[];
  date1904: boolean;
}

interface Book {
  SheetNames: string[];
  Sheets: Record<string, { "!data"?: Sheet["rows"]; "!merges"?: Sheet["merges"] } | undefined>;
  Workbook?: { Sheets?: { Hidden?: number }[]; WBProps?: { date1904?: boolean } };
}

type Options = Record<string, unknown>;

/** Parts of the library that its types omit or leave untyped. */
const library = XLSX as unknown as {
  parse_zip(parts: Parts, options: Options): Book;
  parse_xlscfb(container: object, options: Options): Book;
  CFB: {
    read(bytes: Buffer, options: { type: "buffer" }): object;
    find(container: object, path: string): { content?: Uint8Array } | null;
  };
};

const LEAN: Options = { dense: true, cellNF: true, cellText: false, cellHTML: false, cellFormula: false };
const SHEETS = /worksheets\//i;
/** A sheet with this much XML has cells, even if they only have formats. */
const MANY_BYTES = 100_000;
const AS_CSV = fact("advice.save_sheet", {});

/**
 * Reads one sheet of a workbook: the named one, otherwise the only visible one that isn't empty.
 * @param most limit of unpacked bytes
 * @throws FileProblem
 */
export function readSheet(file: string, bytes: Buffer, wanted: string | null, most: number): Sheet {
  if (bytes.subarray(0, 2).toString("latin1") === "PK") return readZip(file, new Archive(file, bytes, most), wanted);
  if (bytes.subarray(0, 4).equals(CONTAINER)) return readOld(file, bytes, wanted);
  throw noWorkbook(file, bytes.subarray(0, 65_536));
}

/** .xlsx, .xlsm, .xlsb and .ods are archives. */
function readZip(file: string, archive: Archive, wanted: string | null): Sheet {
  if (archive.find("content.xml") !== undefined && archive.find("META-INF/manifest.xml") !== undefined)
    return readOds(file, archive, wanted);
  if (archive.find("[Content_Types].xml") === undefined || !archive.names.some((name) => /(^|\/)workbook\.(xml|bin)$/i.test(name)))
    throw unusable("zip", file, fact("file.zip_without_workbook", {}), fact("advice.unpack_or_export", {}));
  // Read the sheet names first, so that only the chosen sheet is parsed.
  const outline = attempt(file, () => library.parse_zip(partsOf(archive, true), { ...LEAN, sheets: [] }));
  return chosen(file, outline, wanted, (index) => {
    const before = archive.unpacked(SHEETS);
    const book = read(file, index, (strict) => library.parse_zip(partsOf(archive), { ...LEAN, sheets: index, WTF: strict }));
    return sheetOf(file, book, index, archive.unpacked(SHEETS) - before);
  });
}

function readOds(file: string, archive: Archive, wanted: string | null): Sheet {
  if (archive.read(archive.find("META-INF/manifest.xml") ?? "").includes("encryption-data")) throw encrypted(file);
  // In this format no errors are swallowed, and strict mode would refuse every extension.
  const book = attempt(file, () => library.parse_zip(partsOf(archive), { ...LEAN }));
  const hidden = hiddenTables(archive.read(archive.find("content.xml") ?? ""));
  book.Workbook = { ...book.Workbook, Sheets: book.SheetNames.map((_, index) => ({ Hidden: hidden[index] === true ? 1 : 0 })) };
  // The size of content.xml includes styles, so it says nothing about the cells.
  return chosen(file, book, wanted, (index) => sheetOf(file, book, index, 0));
}

/** Reads the formats before 2007. Encrypted workbooks and other documents share their container. */
function readOld(file: string, bytes: Buffer, wanted: string | null): Sheet {
  refuseCutContainer(file, bytes);
  const container = attempt(file, () => library.CFB.read(bytes, { type: "buffer" }));
  const find = (name: string) => attempt(file, () => library.CFB.find(container, name));
  if (find("EncryptedPackage") !== null) throw encrypted(file);
  const stream = find("Workbook") ?? find("Book");
  if (stream === null) throw notAWorkbook(file, fact("content.other_document", {}));
  if (hasPassword(Buffer.from(stream.content ?? []))) throw encrypted(file);
  const book = attempt(file, () => library.parse_xlscfb(container, { ...LEAN }));
  return chosen(file, book, wanted, (index) => sheetOf(file, book, index, 0));
}

/**
 * Reads in strict mode first, so that no error is swallowed. Strict mode also refuses harmless content, such as tags
 * newer than the library; in lenient mode, an unreadable sheet is missing.
 */
function read(file: string, index: number, parse: (strict: boolean) => Book): Book {
  try {
    return parse(true);
  } catch (error) {
    // Lenient mode doesn't help with problems of the file itself or its size.
    if (error instanceof FileProblem || isTooLong(error)) throw unreadable(file, error);
    const book = attempt(file, () => parse(false));
    if (book.Sheets[book.SheetNames[index] ?? ""]?.["!data"] === undefined) throw unreadable(file, error);
    return book;
  }
}

function sheetOf(file: string, book: Book, index: number, bytes: number): Sheet {
  const name = book.SheetNames[index] ?? "";
  const { "!data": rows, "!merges": merges = [] } = book.Sheets[name] ?? {};
  if (rows === undefined) throw unusable("sheet_unreadable", file, fact("file.sheet_no_table", { sheet: shownText(name) }), AS_CSV);
  // A sheet isn't empty just because the library finds no cells.
  if (bytes > MANY_BYTES && !rows.some((row) => row?.some((cell) => cell.v !== undefined)))
    throw unusable("sheet_unreadable", file, fact("file.sheet_unreadable", { sheet: shownText(name) }), AS_CSV);
  return { name, rows, merges, date1904: book.Workbook?.WBProps?.date1904 === true };
}

/**
 * Returns the sheet to read; names match regardless of case.
 * @param sheet reads the sheet at an index
 */
function chosen(file: string, book: Book, wanted: string | null, sheet: (index: number) => Sheet): Sheet {
  const names = book.SheetNames;
  // The library finds sheets by name: without names of their own, another sheet would be read.
  if (names.some((name) => typeof name !== "string") || new Set(names).size < names.length) throw unreadable(file, null);
  const hidden = (index: number): boolean => (book.Workbook?.Sheets?.[index]?.Hidden ?? 0) !== 0;
  const visible = names.flatMap((_, index) => (hidden(index) ? [] : [index]));
  const sheets = someFacts(
    names.map((name, index) => fact(hidden(index) ? "sheet.hidden" : "sheet.visible", { sheet: shownText(name) })),
    30,
  );
  const choices = visible.map((index) => names[index] ?? "");
  if (wanted !== null) {
    const same = (name: string): boolean => name.trim().toLowerCase() === wanted.trim().toLowerCase();
    const index = names.includes(wanted) ? names.indexOf(wanted) : names.findIndex(same);
    if (index >= 0) return sheet(index);
    const near = nearest(wanted, names);
    const meant = near === undefined ? undefined : fact("advice.nearest", { name: shownText(near) });
    const next = inTurn(fact("advice.correct_sheet", {}), meant);
    throw unusable("missing_sheet", file, fact("file.sheet_missing", { sheet: shownText(wanted), sheets }), next, choices);
  }
  const only = visible.length === 1 ? sheet(visible[0] ?? 0) : onlyFilled(visible, sheet);
  if (only !== null) return only;
  const what =
    visible.length === 0 ? fact("file.sheets_hidden", { sheets }) : fact("file.several_sheets", { visible: visible.length, sheets });
  throw unusable("several_sheets", file, what, fact("advice.set_sheet", {}), choices);
}

/**
 * Returns the only sheet that isn't empty, the first if all are empty, or `null` if several are filled. An unreadable
 * sheet, such as a chart, counts as filled.
 */
function onlyFilled(visible: readonly number[], sheetAt: (index: number) => Sheet): Sheet | null {
  let only: Sheet | null = null;
  let first: Sheet | null = null;
  for (const index of visible) {
    let sheet: Sheet;
    try {
      sheet = sheetAt(index);
    } catch (error) {
      if (error instanceof FileProblem && error.code === "sheet_unreadable") return null;
      throw error;
    }
    first ??= sheet;
    if (isEmpty(sheet)) continue;
    if (only !== null) return null;
    only = sheet;
  }
  return only ?? first;
}

function isEmpty({ rows }: Sheet): boolean {
  return !rows.some((row) => row?.some(({ t, v }) => t === "e" || (typeof v === "string" ? v.trim() !== "" : v !== undefined)));
}

/** Calls the library, and replaces its internal errors. */
function attempt<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw unreadable(file, error);
  }
}

/** Converts an error of the library, which also throws strings, to a problem. */
function unreadable(file: string, error: unknown): FileProblem {
  if (error instanceof FileProblem) return error;
  if (error instanceof Error && /password/i.test(error.message)) return encrypted(file);
  if (isTooLong(error)) return tooLarge(file);
  return unusable("damaged", file, fact("file.workbook_unreadable", {}), AS_CSV);
}

/** Returns whether an error means that something exceeds the memory, or the maximum size of a string or buffer. */
export function isTooLong(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ("code" in error) return error.code === "ERR_STRING_TOO_LONG" || error.code === "ERR_FS_FILE_TOO_LARGE";
  return error instanceof RangeError && /length|allocation/i.test(error.message);
}

/** Returns the problem for a sheet that the library cannot hold in memory. */
export function tooLarge(file: string): FileProblem {
  const most = Math.floor(constants.MAX_STRING_LENGTH / 1_000_000);
  return unusable("workbook_too_large", file, fact("file.sheet_too_large", { megabytes: most }), fact("advice.save_csv_any_size", {}));
}

/**
 * Returns for each table of an OpenDocument spreadsheet whether its style hides it. The library doesn't report this.
 */
function hiddenTables(content: Buffer): boolean[] {
  if (!content.includes('table:display="false"')) return [];
  const xml = content.toString();
  const styles = new Set<string>();
  for (const [, style = "", properties = ""] of xml.matchAll(/<style:style\b([^<>]*)>\s*<style:table-properties\b([^<>]*)>/g)) {
    if (properties.includes('table:display="false"')) styles.add(attribute(style, "style:name"));
  }
  return [...xml.matchAll(/<table:table\b([^<>]*[^<>/])>/g)].map(([, table = ""]) => styles.has(attribute(table, "table:style-name")));
}

function attribute(tag: string, name: string): string {
  return new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? "";
}
